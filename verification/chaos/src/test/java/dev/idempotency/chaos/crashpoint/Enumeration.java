package dev.idempotency.chaos.crashpoint;

import dev.idempotency.chaos.check.Bar;
import dev.idempotency.chaos.check.Verdict;
import dev.idempotency.chaos.client.Courier;
import dev.idempotency.chaos.client.Plan;
import dev.idempotency.chaos.history.Event;
import dev.idempotency.chaos.history.Event.Answered;
import dev.idempotency.chaos.history.History;
import dev.idempotency.chaos.history.KeyName;
import dev.idempotency.chaos.history.Phase;
import dev.idempotency.chaos.history.Way;
import dev.idempotency.chaos.time.Pause;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;

/** Strikes requests at step after step, retries each on the other node, and has the whole history judged. */
final class Enumeration {

    private static final Duration LEASE = Duration.ofMillis(400);
    private static final AtomicInteger KEYS = new AtomicInteger();

    private final TwoNodes nodes;
    private final Path file;
    private final List<Plan> plans = new ArrayList<>();

    Enumeration(TwoNodes nodes, Path file) {
        this.nodes = nodes;
        this.file = file;
    }

    Verdict run(List<Way> ways, List<String> acts, List<Blow> blows) throws Exception {
        try (History history = new History(file)) {
            history.add(new Event.Run(history.now(), 0, "", LEASE, LEASE, 2));
            Courier courier = new Courier(history, nodes.ports());
            for (Way way : ways) {
                for (String act : acts) {
                    strikeAll(courier, way, act, blows);
                }
            }
            history.add(new Event.Begins(history.now(), Phase.FINAL));
            plans.forEach(plan -> until(courier, plan, Duration.ofSeconds(10)));
            plans.forEach(plan -> courier.send(plan, 1, plan.payload()));
            nodes.aftermath(history).collect();
        }
        return Verdict.on(History.read(file), new Bar(0, 0, 0, Map.of()));
    }

    private void strikeAll(Courier courier, Way way, String act, List<Blow> blows) throws Exception {
        int steps = stepsOf(courier, way, act);
        for (int step = 1; step <= steps; step++) {
            for (Blow blow : blows) {
                strike(courier, plan(way, act), CrashPoint.at(step, blow), blow);
            }
        }
    }

    /** How many steps a request has that nothing happens to. */
    private int stepsOf(Courier courier, Way way, String act) {
        CrashPoint counting = CrashPoint.none();
        nodes.strikeAt(counting);
        courier.send(plan(way, act), 1, "5");
        return counting.seen().size();
    }

    private void strike(Courier courier, Plan plan, CrashPoint point, Blow blow) throws Exception {
        nodes.strikeAt(point);
        if (blow.isPause()) {
            CompletableFuture<?> first = CompletableFuture.runAsync(() -> courier.send(plan, 1, plan.payload()));
            point.awaitStall();
            CrashPoint ofOther = blow == Blow.OVERTAKE ? CrashPoint.atCompletion() : CrashPoint.none();
            nodes.strikeOtherAt(ofOther);
            CompletableFuture<?> second = CompletableFuture.runAsync(() -> until(courier, plan, LEASE.multipliedBy(3)));
            await(second, ofOther);
            point.release();
            first.get();
            ofOther.release();
            second.get();
        } else {
            courier.send(plan, 1, plan.payload());
            courier.send(plan, 2, plan.payload());
        }
        nodes.strikeAt(CrashPoint.none());
        nodes.strikeOtherAt(CrashPoint.none());
    }

    private static void await(CompletableFuture<?> end, CrashPoint orStall) {
        while (!end.isDone() && !orStall.isStalled()) {
            Pause.of(Duration.ofMillis(10));
        }
    }

    private static void until(Courier courier, Plan plan, Duration atMost) {
        long deadline = System.nanoTime() + atMost.toNanos();
        while (courier.send(plan, 2, plan.payload())
                        .filter(Answered::isDefinitive)
                        .isEmpty()
                && System.nanoTime() < deadline) {
            Pause.of(Duration.ofMillis(50));
        }
    }

    private Plan plan(Way way, String act) {
        Plan plan = Plan.simple(new KeyName("alice", "point-" + KEYS.incrementAndGet()), way, act);
        plans.add(plan);
        return plan;
    }
}
