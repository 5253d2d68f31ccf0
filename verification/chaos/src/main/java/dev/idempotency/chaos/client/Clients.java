package dev.idempotency.chaos.client;

import dev.idempotency.chaos.history.EndpointKind;
import dev.idempotency.chaos.history.Event.Answered;
import dev.idempotency.chaos.history.History;
import dev.idempotency.chaos.time.Pause;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** All clients of a run. New keys come at a steady rate, whatever state the system is in, as in life. */
public final class Clients implements AutoCloseable {

    private static final int THREADS = 240;
    private static final int MOST_PENDING = 800;
    private static final int ASKING = 8;
    private static final int MOST_LOCKED = 50;
    private static final String LOCKED = "idempotency_entity_locked";

    private final long seed;
    private final Plans plans;
    private final RequestSender sender;
    private final ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    private final AtomicInteger begun = new AtomicInteger();
    private final AtomicInteger pending = new AtomicInteger();

    /** @param ports of the nodes by their numbers */
    public Clients(long seed, Plans plans, History history, Map<Integer, Integer> ports) {
        this.seed = seed;
        this.plans = plans;
        this.sender = new RequestSender(history, ports);
    }

    /** Begins new keys at this rate for this time, and returns when the time is over. */
    public void load(int keysPerSecond, Duration length) {
        long period = TimeUnit.SECONDS.toNanos(1) / keysPerSecond;
        long end = System.nanoTime() + length.toNanos();
        for (long next = System.nanoTime(); next < end; next += period) {
            Pause.until(next);
            beginOne();
        }
    }

    private void beginOne() {
        if (pending.get() < MOST_PENDING) {
            int number = begun.getAndIncrement();
            pending.incrementAndGet();
            new RetryingClient(plans.plan(number), seed + number, sender, threads, pending::decrementAndGet).begin();
        }
    }

    /** Waits until every key has its answer, or the time is over; then nobody sends anything any more. */
    public void settle(Duration atMost) throws InterruptedException {
        long deadline = System.nanoTime() + atMost.toNanos();
        while (pending.get() > 0 && System.nanoTime() < deadline) {
            Pause.of(Duration.ofMillis(20));
        }
        threads.shutdown();
        threads.awaitTermination(15, TimeUnit.SECONDS);
    }

    /** Asks for every key once more, at any node. Brief keys are forgotten by then, and are not asked for. */
    public void askForAll() throws InterruptedException {
        List<Callable<Boolean>> questions = new ArrayList<>();
        for (int number = 0; number < begun.get(); number++) {
            Plan plan = plans.plan(number);
            int node = 1 + number % sender.nodes();
            if (plan.endpoint() != EndpointKind.BRIEF) {
                questions.add(() -> askOnceMore(plan, node));
            }
        }
        ExecutorService asking = Executors.newFixedThreadPool(ASKING);
        asking.invokeAll(questions);
        asking.shutdown();
    }

    /** Two who ask about one thing at the same moment may be told to come again. */
    private boolean askOnceMore(Plan plan, int node) {
        for (int attempt = 1; attempt < MOST_LOCKED; attempt++) {
            Optional<Answered> answer = sender.send(plan, node, plan.payload());
            if (answer.filter(some -> some.code().equals(LOCKED)).isEmpty()) {
                return answer.isPresent();
            }
            Pause.of(Duration.ofMillis(100));
        }
        return sender.send(plan, node, plan.payload()).isPresent();
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }
}
