package dev.idempotency.chaos.fault;

import dev.idempotency.chaos.cluster.Cluster;
import dev.idempotency.chaos.cluster.Node;
import dev.idempotency.chaos.history.FaultKind;
import dev.idempotency.chaos.time.Pause;
import dev.idempotency.testbed.TcpProxy.OnSight;
import dev.idempotency.testbed.Trap;
import java.time.Duration;
import java.util.Random;

/** How each fault is done. Every one ends with the system whole again. */
final class FaultInjector {

    private static final Duration LONGEST_AMBUSH = Duration.ofSeconds(4);

    private static final Duration DRIVER_TIMEOUT = Duration.ofSeconds(5);

    private final Cluster cluster;
    private final Duration lease;

    FaultInjector(Cluster cluster, Duration lease) {
        this.cluster = cluster;
        this.lease = lease;
    }

    /**
     * Returns when the fault is over.
     *
     * @param begun told at the moment of the fault, which for an ambush or a lock may never come
     */
    void inject(FaultKind kind, Node node, Random random, Runnable begun) {
        switch (kind) {
            case COMMIT_CUT -> ambush(node, random, begun);
            case TABLE_LOCK ->
                TableLock.hold(cluster.database(), random, lease.plusMillis(300 + random.nextInt(700)), begun);
            default -> {
                begun.run();
                inject(kind, node, random);
            }
        }
    }

    private void inject(FaultKind kind, Node node, Random random) {
        switch (kind) {
            case KILL -> kill(node);
            case PAUSE -> pause(node, lease.plusMillis(500 + random.nextInt(1_500)));
            case DATABASE_CRASH -> cluster.crashDatabase(Duration.ofMillis(random.nextInt(800)));
            case CUT -> node.network().cut();
            case BLACK_HOLE -> blackHole(node, Duration.ofMillis(1_000 + random.nextInt(2_500)));
            case REFUSE -> refuse(node, Duration.ofMillis(500 + random.nextInt(1_500)));
            case TERMINATE -> withoutFailover(() -> terminate(node));
            case STANDBY_STALL -> cluster.stallStandby(longerThanAnyTimeout(random));
            case FAILOVER -> withoutFailover(() -> cluster.failOver(longerThanAnyTimeout(random)));
            case DISK_FULL -> cluster.fillDisk(Duration.ofMillis(1_000 + random.nextInt(1_500)));
            default -> throw new IllegalArgumentException("Not done here: " + kind);
        }
    }

    /** Of a statement, its commit and the driver, and of the lease. */
    private static Duration longerThanAnyTimeout(Random random) {
        return DRIVER_TIMEOUT.plusMillis(1_000 + random.nextInt(1_000));
    }

    /**
     * One who ends a session while its commit waits for the standby has the server commit without it and show that to everybody. No
     * library can tell what others have read by then.
     */
    private void withoutFailover(Runnable inject) {
        synchronized (cluster) {
            inject.run();
        }
    }

    private static void kill(Node node) {
        node.kill();
        node.start();
        node.awaitReady();
    }

    private static void pause(Node node, Duration length) {
        node.pause();
        Pause.of(length);
        node.resume();
    }

    private static void blackHole(Node node, Duration length) {
        node.network().hold();
        Pause.of(length);
        node.network().release();
    }

    private static void refuse(Node node, Duration length) {
        node.network().refuse();
        Pause.of(length);
        node.network().accept();
    }

    private void terminate(Node node) {
        cluster.database().awaitReachable();
        cluster.database()
                .execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = '"
                        + node.sessionName() + "'");
    }

    /**
     * Lies in wait for a commit. What a transaction commits is a message of its own; outside of one it travels with the statement
     * that completes a record.
     */
    private static void ambush(Node node, Random random, Runnable begun) {
        String text = random.nextBoolean() ? "COMMIT" : "SET state = 'completed'";
        Trap trap = node.network().when(text, random.nextBoolean() ? OnSight.CUT_BEFORE : OnSight.CUT_AFTER);
        long deadline = System.nanoTime() + LONGEST_AMBUSH.toNanos();
        while (!trap.isSprung() && System.nanoTime() < deadline) {
            Pause.of(Duration.ofMillis(5));
        }
        if (trap.isSprung()) {
            begun.run();
        }
    }
}
