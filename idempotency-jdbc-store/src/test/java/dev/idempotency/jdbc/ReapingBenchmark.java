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
 * all the time. Each second with the reaper is compared with its two neighbours without it, and so is, as a control, a second
 * with nothing at all: what else the machine does can then be told from what the reaper does. The first argument names the file for the report, the second says how many records are
 * reaped in a second; docs/postgres.md has the command.
 */
final class ReapingBenchmark {

    private static final int THREADS = 4;
    private static final int BATCH = 100;
    private static final int TO_REAP = 50_000;
    private static final Duration SLICE = Duration.ofSeconds(1);

    private final Database database;
    private final IdempotencyStore store;
    private final int perSecond;
    private final LongAdder reserved = new LongAdder();

    private ReapingBenchmark(Database database, HikariDataSource pool, int perSecond) {
        this.database = database;
        this.perSecond = perSecond;
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
                new ReapingBenchmark(database, pool, Integer.parseInt(arguments[1])).run(Path.of(arguments[0]));
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
        fill();
        slice(() -> {});
        List<String> lines = new ArrayList<>();
        double[] reaping = new double[TO_REAP / perSecond];
        double[] control = new double[reaping.length];
        for (int i = 0; i < reaping.length; i++) {
            double before = slice(() -> {});
            double beside = slice(this::reap);
            double between = slice(() -> {});
            double nothing = slice(() -> {});
            double after = slice(() -> {});
            reaping[i] = 2 * beside / (before + between);
            control[i] = 2 * nothing / (between + after);
            lines.add("%.0f, %.0f beside the reaper, %.0f, %.0f beside nothing, %.0f reservations/s"
                    .formatted(before, beside, between, nothing, after));
        }
        stop.set(true);
        for (Thread thread : threads) {
            thread.join();
        }
        lines.add("beside the reaper: " + summary(reaping));
        lines.add("beside nothing: " + summary(control));
        Files.write(report, lines);
    }

    private static String summary(double[] ratios) {
        Arrays.sort(ratios);
        return "median %.2f, middle half %.2f to %.2f"
                .formatted(ratios[ratios.length / 2], ratios[ratios.length / 4], ratios[ratios.length * 3 / 4]);
    }

    /** Reservations a second, while something is done at even intervals; waking up for nothing costs the same. */
    private double slice(Runnable beside) {
        int times = perSecond / BATCH;
        long before = reserved.sum();
        long start = System.nanoTime();
        for (int i = 1; i <= times; i++) {
            beside.run();
            long next = start + SLICE.toNanos() * i / times;
            while (System.nanoTime() < next) {
                LockSupport.parkNanos(next - System.nanoTime());
            }
        }
        return (reserved.sum() - before) / ((System.nanoTime() - start) / 1e9);
    }

    private void reap() {
        if (store.reap(Reaping.DELETE, BATCH) != BATCH) {
            throw new IllegalStateException("There were fewer records to reap than there should be");
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
