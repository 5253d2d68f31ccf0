package dev.idempotency.chaos.fault;

import dev.idempotency.chaos.cluster.Cluster;
import dev.idempotency.chaos.cluster.Node;
import dev.idempotency.chaos.history.Event;
import dev.idempotency.chaos.history.FaultKind;
import dev.idempotency.chaos.history.History;
import dev.idempotency.chaos.time.Pause;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Injects faults at an even pace. A node has one at a time, several nodes may have one at once, and so may the database: a fault
 * does not wait until the last one has been got over.
 */
public final class FaultScheduler {

    private static final Logger log = LoggerFactory.getLogger(FaultScheduler.class);

    private final History history;
    private final FaultInjector injector;
    private final Random random;
    private final FaultQueue faults;
    private final BlockingQueue<Node> free;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final ExecutorService database = Executors.newSingleThreadExecutor();

    public FaultScheduler(Cluster cluster, Duration lease, Map<FaultKind, Integer> faults, long seed, History history) {
        this.history = history;
        this.injector = new FaultInjector(cluster, lease);
        this.random = new Random(seed);
        this.faults = new FaultQueue(faults, random);
        List<Node> nodes = new ArrayList<>(cluster.nodes());
        Collections.shuffle(nodes, random);
        this.free = new LinkedBlockingQueue<>(nodes);
    }

    /** Injects all faults within about this time, and returns when the last one is over. */
    public void run(Duration within) throws InterruptedException {
        long pause = within.toNanos() / (faults.size() + 1);
        long begin = System.nanoTime();
        int total = faults.size();
        for (int number = 1; number <= total; number++) {
            Pause.until(begin + number * pause);
            start("f" + number, faults.next().orElseThrow(), new Random(random.nextLong()));
        }
        threads.shutdown();
        database.shutdown();
        threads.awaitTermination(3, TimeUnit.MINUTES);
        database.awaitTermination(3, TimeUnit.MINUTES);
    }

    private void start(String id, FaultKind kind, Random ofFault) throws InterruptedException {
        Node node = free.take();
        if (kind.isOfDatabase()) {
            free.put(node);
            database.execute(() -> inject(id, kind, node, 0, ofFault));
        } else {
            threads.execute(() -> {
                inject(id, kind, node, node.number(), ofFault);
                free.add(node);
            });
        }
    }

    private void inject(String id, FaultKind kind, Node node, int number, Random ofFault) {
        AtomicBoolean begun = new AtomicBoolean();
        try {
            injector.inject(kind, node, ofFault, () -> {
                begun.set(true);
                history.add(new Event.Fault(history.now(), id, kind, number));
            });
        } catch (RuntimeException e) {
            log.error("Fault {} ({}) on node {} went wrong", id, kind, number, e);
        }
        if (begun.get()) {
            history.add(new Event.Over(history.now(), id));
        }
    }
}
