package dev.idempotency.benchmarks.growth;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.idempotency.benchmarks.report.Latencies;
import dev.idempotency.core.internal.maintenance.Reaper;
import dev.idempotency.testbed.Database;
import dev.idempotency.testbed.EmbeddedServer;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What a table with many records costs beside one with few, measured by turns, and whether the reaper keeps up with a thousand
 * records that expire in every second. The argument {@code records=} says how many.
 */
public final class GrowthBenchmark {

    private static final Logger log = LoggerFactory.getLogger(GrowthBenchmark.class);
    private static final long FEW = 1_000;
    private static final int ROUNDS = 40;
    private static final int EACH = 50;
    private static final int EXPIRIES = 1_000;
    private static final int SECONDS = 20;

    private final Records few;
    private final Records many;
    private final long count;

    private GrowthBenchmark(HikariDataSource pool, long count) {
        this.few = new Records(pool, "few_records");
        this.many = new Records(pool, "many_records");
        this.count = count;
    }

    public static void main(String[] arguments) throws InterruptedException {
        long count = Long.parseLong(arguments[0].substring("records=".length()));
        Map<String, String> settings =
                Map.of("shared_buffers", "1GB", "max_wal_size", "32GB", "maintenance_work_mem", "1GB");
        try (EmbeddedServer server = EmbeddedServer.startDurable(settings);
                HikariDataSource pool = pool(server.createDatabase())) {
            new GrowthBenchmark(pool, count).run();
        }
        System.exit(0);
    }

    private static HikariDataSource pool(Database database) {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(database.url());
        config.setUsername(database.user());
        config.setPassword(database.password());
        return new HikariDataSource(config);
    }

    private void run() throws InterruptedException {
        few.fill(FEW);
        many.fill(count);
        log.info("Filled with {} records", count);
        compare("warm-up", few::reserveAndComplete, many::reserveAndComplete);
        compare("reserve and complete", few::reserveAndComplete, many::reserveAndComplete);
        compare("replay of a new record", () -> few.replay(1, FEW), () -> many.replay(count - FEW + 1, count));
        compare("replay of any record", () -> few.replay(1, FEW), () -> many.replay(1, count));
        reap();
    }

    private static void compare(String what, Runnable onFew, Runnable onMany) {
        Latencies small = new Latencies();
        Latencies large = new Latencies();
        for (int round = 0; round < ROUNDS; round++) {
            time(onFew, small);
            time(onMany, large);
        }
        log.info(
                "{}: median {}, p99 {} times that of few records",
                what,
                ratio(large, small, 0.5),
                ratio(large, small, 0.99));
    }

    private static void time(Runnable step, Latencies latencies) {
        for (int i = 0; i < EACH; i++) {
            long start = System.nanoTime();
            step.run();
            latencies.add(System.nanoTime() - start);
        }
    }

    /** The same work for the same time, without and with records that expire and a reaper that ends them. */
    private void reap() throws InterruptedException {
        Latencies before = worked();
        many.expire(EXPIRIES, SECONDS);
        Reaper reaper = many.reaper();
        Thread background = new Thread(() -> {
            while (!Thread.currentThread().isInterrupted()) {
                reaper.reap();
                LockSupport.parkNanos(Duration.ofSeconds(1).toNanos());
            }
        });
        background.start();
        Latencies beside = worked();
        long overdue = many.overdue();
        background.interrupt();
        background.join();
        log.info(
                "beside the reaper, {} expiries a second: median {}, p99 {} times that without; {} s overdue at the end",
                EXPIRIES,
                ratio(beside, before, 0.5),
                ratio(beside, before, 0.99),
                String.format(Locale.ROOT, "%.1f", (double) overdue / EXPIRIES));
    }

    private Latencies worked() {
        Latencies latencies = new Latencies();
        long deadline = System.nanoTime() + Duration.ofSeconds(SECONDS).toNanos();
        while (System.nanoTime() < deadline) {
            time(many::reserveAndComplete, latencies);
        }
        return latencies;
    }

    private static String ratio(Latencies of, Latencies to, double share) {
        return String.format(Locale.ROOT, "%.2f", of.micros(share) / to.micros(share));
    }
}
