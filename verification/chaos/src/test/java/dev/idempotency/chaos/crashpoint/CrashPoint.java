package dev.idempotency.chaos.crashpoint;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BiPredicate;

/** Counts the steps of one request, and strikes at one of them. A step is a statement, a commit or a rollback. */
final class CrashPoint {

    private final BiPredicate<Integer, String> where;
    private final CrashKind kind;
    private final List<String> seen = new ArrayList<>();
    private final CountDownLatch stalled = new CountDownLatch(1);
    private final CountDownLatch goOn = new CountDownLatch(1);
    private boolean struck;
    private boolean dead;

    private CrashPoint(BiPredicate<Integer, String> where, CrashKind kind) {
        this.where = where;
        this.kind = kind;
    }

    /** @param step from 1 */
    static CrashPoint at(int step, CrashKind kind) {
        return new CrashPoint((number, sql) -> number == step, kind);
    }

    /** Stalls before an answer is recorded. */
    static CrashPoint atCompletion() {
        return new CrashPoint((number, sql) -> sql.contains("'completed'"), CrashKind.STALL);
    }

    static CrashPoint none() {
        return new CrashPoint((number, sql) -> false, CrashKind.STALL);
    }

    List<String> seen() {
        return seen;
    }

    void requireAlive() throws SQLException {
        if (dead) {
            throw new SQLException("The process is dead", "08001");
        }
    }

    Object pass(String what, Connection connection, Callable<Object> action) throws Exception {
        requireAlive();
        seen.add(what);
        if (struck || !where.test(seen.size(), what)) {
            return action.call();
        }
        struck = true;
        if (kind.isPause()) {
            stalled.countDown();
            goOn.await();
            return action.call();
        }
        dead = kind.isLast();
        if (kind.isStepDone()) {
            action.call();
        }
        connection.abort(Runnable::run);
        throw new SQLException("The connection is cut", "08006");
    }

    void awaitStall() throws InterruptedException {
        if (!stalled.await(10, TimeUnit.SECONDS)) {
            throw new AssertionError("Nobody came to the point; seen: " + seen);
        }
    }

    boolean isStalled() {
        return stalled.getCount() == 0;
    }

    void release() {
        goOn.countDown();
    }
}
