package dev.idempotency.chaos.crashpoint;

import dev.idempotency.chaos.check.MinimumFigures;
import dev.idempotency.chaos.check.Verdict;
import dev.idempotency.chaos.client.Plan;
import dev.idempotency.chaos.client.RequestSender;
import dev.idempotency.chaos.history.EndpointKind;
import dev.idempotency.chaos.history.Event;
import dev.idempotency.chaos.history.Event.Answered;
import dev.idempotency.chaos.history.History;
import dev.idempotency.chaos.history.KeyName;
import dev.idempotency.chaos.history.Phase;
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

    Verdict run(List<EndpointKind> endpoints, List<String> acts, List<CrashKind> kinds) throws Exception {
        try (History history = new History(file)) {
            history.add(new Event.Run(history.now(), 0, "", LEASE, LEASE, 2));
            RequestSender sender = new RequestSender(history, nodes.ports());
            for (EndpointKind endpoint : endpoints) {
                for (String act : acts) {
                    strikeAll(sender, endpoint, act, kinds);
                }
            }
            history.add(new Event.Begins(history.now(), Phase.FINAL));
            plans.forEach(plan -> until(sender, plan, Duration.ofSeconds(10)));
            plans.forEach(plan -> sender.send(plan, 1, plan.payload()));
            nodes.aftermath(history).collect();
        }
        return Verdict.on(History.read(file), new MinimumFigures(0, 0, 0, Map.of()));
    }

    private void strikeAll(RequestSender sender, EndpointKind endpoint, String act, List<CrashKind> kinds)
            throws Exception {
        int steps = stepsOf(sender, endpoint, act);
        for (int step = 1; step <= steps; step++) {
            for (CrashKind kind : kinds) {
                strike(sender, plan(endpoint, act), CrashPoint.at(step, kind), kind);
            }
        }
    }

    /** How many steps a request has that nothing happens to. */
    private int stepsOf(RequestSender sender, EndpointKind endpoint, String act) {
        CrashPoint counting = CrashPoint.none();
        nodes.strikeAt(counting);
        sender.send(plan(endpoint, act), 1, "5");
        return counting.seen().size();
    }

    private void strike(RequestSender sender, Plan plan, CrashPoint point, CrashKind kind) throws Exception {
        nodes.strikeAt(point);
        if (kind.isPause()) {
            CompletableFuture<?> first = CompletableFuture.runAsync(() -> sender.send(plan, 1, plan.payload()));
            point.awaitStall();
            CrashPoint ofOther = kind == CrashKind.OVERTAKE ? CrashPoint.atCompletion() : CrashPoint.none();
            nodes.strikeOtherAt(ofOther);
            CompletableFuture<?> second = CompletableFuture.runAsync(() -> until(sender, plan, LEASE.multipliedBy(3)));
            await(second, ofOther);
            point.release();
            first.get();
            ofOther.release();
            second.get();
        } else {
            sender.send(plan, 1, plan.payload());
            sender.send(plan, 2, plan.payload());
        }
        nodes.strikeAt(CrashPoint.none());
        nodes.strikeOtherAt(CrashPoint.none());
    }

    private static void await(CompletableFuture<?> end, CrashPoint orStall) {
        while (!end.isDone() && !orStall.isStalled()) {
            Pause.of(Duration.ofMillis(10));
        }
    }

    private static void until(RequestSender sender, Plan plan, Duration atMost) {
        long deadline = System.nanoTime() + atMost.toNanos();
        while (sender.send(plan, 2, plan.payload())
                        .filter(Answered::isDefinitive)
                        .isEmpty()
                && System.nanoTime() < deadline) {
            Pause.of(Duration.ofMillis(50));
        }
    }

    private Plan plan(EndpointKind endpoint, String act) {
        Plan plan = Plan.simple(new KeyName("alice", "point-" + KEYS.incrementAndGet()), endpoint, act);
        plans.add(plan);
        return plan;
    }
}
