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
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;

/**
 * What reaping costs those who reserve: of 100,000 records 50,000 are reaped, in batches, while four threads reserve new keys
 * all the time. Seconds with and without the reaper take turns, so that whatever else the machine does hits both alike; each
 * pair of neighbours is compared. Writes its report to the file that is named; docs/postgres.md has the command.
 */
final class ReapingBenchmark {

    private static final int FILLS = 8;
    private static final int PAIRS = 10;
    private static final int THREADS = 4;
    private static final int BATCH = 500;
    private static final int TO_REAP = 50_000;
    private static final Duration SLICE = Duration.ofSeconds(1);

    private final Database database;
    private final IdempotencyStore store;
    private final LongAdder reserved = new LongAdder();

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
        AtomicBoolean stop = new AtomicBoolean();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            Thread thread = new Thread(() -> {
                while (!stop.get()) {
                    store.reserve(request(UUID.randomUUID().toString()));
                    reserved.increment();
                }
            });
            thread.start();
            threads.add(thread);
        }
        slice(() -> {});
        List<String> lines = new ArrayList<>();
        double[] ratios = new double[FILLS * PAIRS];
        for (int pair = 0; pair < ratios.length; pair++) {
            if (pair % PAIRS == 0) {
                fill();
            }
            // Who comes first takes turns, too.
            double before = pair % 2 == 0 ? slice(() -> {}) : 0;
            double reaping = slice(this::reap);
            double alone = pair % 2 == 0 ? before : slice(() -> {});
            ratios[pair] = reaping / alone;
            lines.add(
                    "%.0f reservations/s alone, %.0f beside the reaper: %.2f".formatted(alone, reaping, ratios[pair]));
        }
        stop.set(true);
        for (Thread thread : threads) {
            thread.join();
        }
        Arrays.sort(ratios);
        lines.add("median %.2f, middle half %.2f to %.2f"
                .formatted(ratios[ratios.length / 2], ratios[ratios.length / 4], ratios[ratios.length * 3 / 4]));
        Files.write(report, lines);
    }

    /** Reservations a second, while something else is done that is to take no longer than a slice. */
    private double slice(Runnable beside) {
        long before = reserved.sum();
        long start = System.nanoTime();
        beside.run();
        while (System.nanoTime() - start < SLICE.toNanos()) {
            LockSupport.parkNanos(Duration.ofMillis(1).toNanos());
        }
        return (reserved.sum() - before) / ((System.nanoTime() - start) / 1e9);
    }

    /** A tenth of all, spread over the slice: 5,000 a second. */
    private void reap() {
        int batches = TO_REAP / PAIRS / BATCH;
        long next = System.nanoTime();
        for (int i = 0; i < batches; i++) {
            if (store.reap(Reaping.DELETE, BATCH) != BATCH) {
                throw new IllegalStateException("There were fewer records to reap than there should be");
            }
            next += SLICE.toNanos() / batches;
            LockSupport.parkNanos(next - System.nanoTime());
        }
    }

    private void fill() {
        database.execute("""
            INSERT INTO idempotency_record (scope, key, token, lease_until, created_at, expires_at, reap_at,
                state, operation, owner, fingerprint, response_version, response_status, response_headers, response_body)
            SELECT 'scope ' || n %% 100, gen_random_uuid()::text, 1, created, created, expiry, expiry, 'completed', 'POST /orders',
                md5(n::text), decode(repeat('ab', 33), 'hex'), 1, 201, '{Content-Type,application/json}',
                decode(repeat('61', 200), 'hex')
            FROM (
                SELECT n, now() - interval '1 day' AS created,
                    now() + CASE WHEN n <= %d THEN interval '-1 minute' ELSE interval '1 day' END AS expiry
                FROM generate_series(1, 100000) AS n) AS rows;
            ANALYZE idempotency_record
            """.formatted(TO_REAP));
    }
}
