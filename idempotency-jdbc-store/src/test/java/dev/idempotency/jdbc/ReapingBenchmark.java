package dev.idempotency.jdbc;

import static dev.idempotency.test.Requests.request;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.idempotency.core.store.IdempotencyStore;
import dev.idempotency.core.store.IdempotencyStore.Reaping;
import dev.idempotency.testbed.Database;
import dev.idempotency.testbed.EmbeddedServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * What reaping costs those who reserve: 100,000 records, of which 50,000 are reaped in batches while four threads reserve new
 * keys. Rounds with and without the reaper alternate; the medians are compared. Writes its
 * report to the file that is named; docs/postgres.md has the command.
 */
final class ReapingBenchmark {

    private static final int ROUNDS = 7;
    private static final int THREADS = 4;
    private static final int BATCH = 500;
    private static final int TO_REAP = 50_000;
    private static final Duration ROUND = Duration.ofSeconds(10);
    private static final Duration BETWEEN_BATCHES = ROUND.dividedBy(TO_REAP / BATCH);

    private final Database database;
    private final IdempotencyStore store;

    private ReapingBenchmark(Database database, HikariDataSource pool) {
        this.database = database;
        this.store = new JdbcIdempotencyStore(pool, JdbcStoreSettings.defaults());
    }

    public static void main(String[] arguments) throws InterruptedException, IOException {
        try (EmbeddedServer server = EmbeddedServer.startDurable()) {
            Database database = server.createDatabase();
            TestStore.createTable(database);
            HikariConfig config = new HikariConfig();
            config.setJdbcUrl(database.url());
            config.setUsername(database.user());
            config.setPassword(database.password());
            try (HikariDataSource pool = new HikariDataSource(config)) {
                new ReapingBenchmark(database, pool).run(Path.of(arguments[0]));
            }
        }
    }

    private void run(Path report) throws InterruptedException, IOException {
        List<String> lines = new ArrayList<>();
        round(false);
        double[] alone = new double[ROUNDS];
        double[] reaping = new double[ROUNDS];
        for (int round = 0; round < ROUNDS; round++) {
            alone[round] = round(false);
            reaping[round] = round(true);
            lines.add("round %d: %.0f reservations/s alone, %.0f beside the reaper"
                    .formatted(round, alone[round], reaping[round]));
        }
        lines.add("median: %.0f alone, %.0f beside the reaper, which is %.2f of it"
                .formatted(median(alone), median(reaping), median(reaping) / median(alone)));
        Files.write(report, lines);
    }

    private double round(boolean withReaper) throws InterruptedException {
        fill();
        AtomicBoolean stop = new AtomicBoolean();
        AtomicLong reserved = new AtomicLong();
        AtomicLong reaped = new AtomicLong();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            threads.add(new Thread(() -> {
                while (!stop.get()) {
                    store.reserve(request(UUID.randomUUID().toString()));
                    reserved.incrementAndGet();
                }
            }));
        }
        if (withReaper) {
            threads.add(new Thread(() -> reap(stop, reaped)));
        }
        long start = System.nanoTime();
        threads.forEach(Thread::start);
        while (System.nanoTime() - start < ROUND.toNanos() || withReaper && reaped.get() < TO_REAP) {
            LockSupport.parkNanos(Duration.ofMillis(1).toNanos());
        }
        double seconds = (System.nanoTime() - start) / 1e9;
        long count = reserved.get();
        stop.set(true);
        for (Thread thread : threads) {
            thread.join();
        }
        return count / seconds;
    }

    /** Spread over the round, as a reaper that runs all the time does. */
    private void reap(AtomicBoolean stop, AtomicLong reaped) {
        long next = System.nanoTime();
        while (!stop.get() && reaped.get() < TO_REAP) {
            reaped.addAndGet(store.reap(Reaping.DELETE, BATCH));
            next += BETWEEN_BATCHES.toNanos();
            LockSupport.parkNanos(next - System.nanoTime());
        }
    }

    private void fill() {
        database.execute("""
            TRUNCATE idempotency_record;
            INSERT INTO idempotency_record (scope, key, token, lease_until, created_at, expires_at, reap_at,
                state, operation, owner, fingerprint, response_version, response_status, response_headers, response_body)
            SELECT 'scope ' || n %% 100, md5(n::text), 1, created, created, expiry, expiry, 'completed', 'POST /orders',
                md5(n::text), decode(repeat('ab', 33), 'hex'), 1, 201, '{Content-Type,application/json}',
                decode(repeat('61', 200), 'hex')
            FROM (
                SELECT n, now() - interval '1 day' AS created,
                    now() + CASE WHEN n <= %d THEN interval '-1 minute' ELSE interval '1 day' END AS expiry
                FROM generate_series(1, 100000) AS n) AS rows;
            """.formatted(TO_REAP));
        database.execute("VACUUM ANALYZE idempotency_record");
        database.execute("CHECKPOINT");
    }

    private static double median(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return sorted[sorted.length / 2];
    }
}
