package dev.idempotency.spring.endtoend;

import dev.idempotency.core.fingerprint.Fingerprint;
import dev.idempotency.core.key.IdempotencyKey;
import dev.idempotency.core.record.RecordId;
import dev.idempotency.core.record.RecordedAnswer;
import dev.idempotency.core.scope.Scope;
import dev.idempotency.core.store.IdempotencyStore;
import dev.idempotency.core.store.OnLapsedLease;
import dev.idempotency.core.store.Reservation;
import dev.idempotency.core.store.ReservationRequest;
import dev.idempotency.testbed.Database;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** Sees to it that a write of one thread is shared with another: while a third one writes, both wait, one behind the other. */
final class SharedWrites {

    private static final byte[] HASH = new byte[32];

    private final Database database;
    private final IdempotencyStore store;

    SharedWrites(Database database, IdempotencyStore store) {
        this.database = database;
        this.store = store;
    }

    /**
     * Has a write take place that another one joins.
     *
     * @param kind of the write, and of those beside it
     * @param start lets the thread go on to its write
     * @param thread that writes
     */
    void share(Kind kind, Runnable start, Supplier<Thread> thread) throws SQLException {
        Runnable firstWrite = kind.write(store);
        Runnable lastWrite = kind.write(store);
        Thread first;
        Thread last;
        try (Connection connection = database.dataSource().getConnection();
                Statement statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            statement.execute("LOCK TABLE idempotency_record IN SHARE MODE");
            first = write(firstWrite);
            await(() -> blocked(statement) > 0);
            start.run();
            await(() -> isQueued(thread.get()) || blocked(statement) > 1);
            last = write(lastWrite);
            await(() -> isQueued(last) || !last.isAlive());
            connection.rollback();
        }
        await(() -> !first.isAlive() && !last.isAlive());
    }

    private static Thread write(Runnable write) {
        Thread thread = new Thread(write);
        thread.start();
        return thread;
    }

    private static ReservationRequest request() {
        String unique = UUID.randomUUID().toString();
        return new ReservationRequest(
                new RecordId(Scope.of("crowd"), new IdempotencyKey(unique)),
                "crowd",
                Fingerprint.of(1, HASH),
                unique,
                Duration.ofMinutes(1),
                Duration.ofMinutes(1),
                OnLapsedLease.values()[0]);
    }

    /** What is written by the others, so that a batch has only one kind. */
    enum Kind {
        RESERVATION {
            @Override
            Runnable write(IdempotencyStore store) {
                return () -> store.reserve(request());
            }
        },
        COMPLETION {
            @Override
            Runnable write(IdempotencyStore store) {
                Reservation.Granted granted = (Reservation.Granted) store.reserve(request());
                return () -> granted.run().complete(RecordedAnswer.withoutBody(200, List.of()));
            }
        };

        abstract Runnable write(IdempotencyStore store);
    }

    private static int blocked(Statement statement) {
        try (ResultSet rows = statement.executeQuery(
                "SELECT count(*) FROM pg_locks WHERE NOT granted AND relation = 'idempotency_record'::regclass")) {
            return rows.next() ? rows.getInt(1) : 0;
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private static boolean isQueued(Thread thread) {
        Object blocker = thread == null ? null : LockSupport.getBlocker(thread);
        return blocker != null && blocker.getClass().getName().startsWith("dev.idempotency.jdbc.");
    }

    /** The wait in the queue is short, so this looks without a pause. */
    private static void await(BooleanSupplier condition) {
        long deadline = System.nanoTime() + Duration.ofSeconds(30).toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > deadline) {
                throw new IllegalStateException("Nothing was written");
            }
            LockSupport.parkNanos(100_000);
        }
    }
}
