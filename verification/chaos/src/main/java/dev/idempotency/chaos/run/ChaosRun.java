package dev.idempotency.chaos.run;

import dev.idempotency.chaos.check.Verdict;
import dev.idempotency.chaos.client.Clients;
import dev.idempotency.chaos.client.Plans;
import dev.idempotency.chaos.cluster.Aftermath;
import dev.idempotency.chaos.cluster.Cluster;
import dev.idempotency.chaos.cluster.Leftovers;
import dev.idempotency.chaos.cluster.Node;
import dev.idempotency.chaos.fault.FaultScheduler;
import dev.idempotency.chaos.history.Event;
import dev.idempotency.chaos.history.FaultKind;
import dev.idempotency.chaos.history.History;
import dev.idempotency.chaos.history.Phase;
import dev.idempotency.chaos.report.ChaosReport;
import dev.idempotency.chaos.seededbug.SeededBug;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A run:
 *
 * <ol>
 *   <li>Load: new keys and faults, both as the seed decides.
 *   <li>Heal: nothing new; what is pending is retried, for as long as any key may take to recover.
 *   <li>Final: every key is asked for once more.
 *   <li>End: the databases and processes are asked what they have; the verdict is on all that was written down.
 * </ol>
 */
public final class ChaosRun {

    private static final Logger log = LoggerFactory.getLogger(ChaosRun.class);

    private final ChaosSettings settings;
    private final Path directory;

    /** @param directory where history, logs and report are left */
    public ChaosRun(ChaosSettings settings, Path directory) {
        this.settings = settings;
        this.directory = directory;
    }

    public Verdict run() throws InterruptedException {
        log.info("Seed {}, in {}", settings.seed(), directory);
        Path file = create().resolve("history.txt");
        try (Cluster cluster = new Cluster(settings.shape(), directory)) {
            cluster.start();
            try (History history = new History(file)) {
                run(cluster, history);
            }
        }
        Verdict verdict = Verdict.on(History.read(file), settings.minimum());
        ChaosReport.write(directory.resolve("report.html"), History.read(file), verdict);
        log.info("{}", verdict.figures());
        if (!verdict.isGood()) {
            log.error("{}\n{}", verdict.vacuous(), verdict.account());
        }
        return verdict;
    }

    private void run(Cluster cluster, History history) throws InterruptedException {
        history.add(new Event.Run(
                history.now(),
                settings.seed(),
                settings.seededBug().map(SeededBug::name).orElse(""),
                settings.lease(),
                settings.sweep(),
                settings.nodes()));
        cluster.impossible().forEach((kind, reason) -> {
            log.warn("There will be no {}: {}", kind, reason);
            history.add(new Event.Impossible(history.now(), kind, reason));
        });
        if (!cluster.impossible().containsKey(FaultKind.CLOCK_SKEW)) {
            history.add(new Event.Fault(history.now(), "skew", FaultKind.CLOCK_SKEW, settings.nodes()));
        }
        Plans plans = new Plans(settings.seed(), settings.endpoints(), settings.nodes());
        try (Clients clients = new Clients(
                settings.seed(),
                plans,
                history,
                cluster.nodes().stream().collect(Collectors.toMap(Node::number, Node::port)))) {
            history.add(new Event.Begins(history.now(), Phase.LOAD));
            load(cluster, history, clients);
            history.add(new Event.Begins(history.now(), Phase.HEAL));
            clients.settle(settings.lease().plus(settings.sweep()).plus(settings.grace()));
            history.add(new Event.Begins(history.now(), Phase.FINAL));
            clients.askForAll();
        }
        history.add(new Event.Begins(history.now(), Phase.END));
        new Leftovers(cluster, history).find();
        new Aftermath(cluster.database(), cluster.world(), history).collect();
    }

    private void load(Cluster cluster, History history, Clients clients) throws InterruptedException {
        Thread load = new Thread(() -> clients.load(settings.keysPerSecond(), settings.length()), "chaos-load");
        load.start();
        Map<FaultKind, Integer> faults = new EnumMap<>(settings.faults());
        faults.keySet().removeAll(cluster.impossible().keySet());
        new FaultScheduler(cluster, settings.lease(), faults, settings.seed(), history).run(settings.length());
        load.join();
    }

    private Path create() {
        try {
            return Files.createDirectories(directory);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
