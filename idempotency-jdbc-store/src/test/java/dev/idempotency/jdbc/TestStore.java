package dev.idempotency.jdbc;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.idempotency.core.store.IdempotencyStore;
import dev.idempotency.jdbc.schema.SchemaScripts;
import dev.idempotency.testbed.Database;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.function.Consumer;
import org.springframework.jdbc.core.simple.JdbcClient;

/** A store on a database of its own, with the connection pool that an application would use. */
public final class TestStore implements AutoCloseable {

    private final Database database;
    private final HikariDataSource pool;
    private final JdbcIdempotencyStore store;

    private TestStore(Database database, HikariDataSource pool) {
        this.database = database;
        this.pool = pool;
        this.store = new JdbcIdempotencyStore(pool, JdbcStoreSettings.defaults());
    }

    public static TestStore create() {
        return create(config -> {});
    }

    public static TestStore create(Consumer<HikariConfig> pooling) {
        Database database = Database.create();
        createTable(database);
        return on(database, pooling);
    }

    public static TestStore on(Database database, Consumer<HikariConfig> pooling) {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(database.url());
        config.setUsername(database.user());
        config.setPassword(database.password());
        config.setMaximumPoolSize(20);
        pooling.accept(config);
        return new TestStore(database, new HikariDataSource(config));
    }

    public static void createTable(Database database) {
        SchemaScripts.all().forEach(script -> run(database, script));
    }

    private static void run(Database database, String path) {
        try (InputStream script = JdbcIdempotencyStore.class.getResourceAsStream("/" + path)) {
            database.execute(new String(script.readAllBytes(), StandardCharsets.UTF_8)
                    .replace("${table}", TableName.DEFAULT.sql())
                    .replace("${decisions}", TableName.DEFAULT.decisionsSql())
                    .replace("${steps}", TableName.DEFAULT.stepsSql())
                    .replace("${actions}", TableName.DEFAULT.actionsSql())
                    .replace("${name}", TableName.DEFAULT.name()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public JdbcIdempotencyStore store() {
        return store;
    }

    /** One that waits for locks as long as a slow test may hold them. */
    public IdempotencyStore patientStore() {
        return new JdbcIdempotencyStore(pool, patient());
    }

    public static JdbcStoreSettings patient() {
        return new JdbcStoreSettings(TableName.DEFAULT, Duration.ofMinutes(1), Duration.ofMinutes(2));
    }

    public Database database() {
        return database;
    }

    public HikariDataSource dataSource() {
        return pool;
    }

    /** SQL beside the store. */
    public JdbcClient sql() {
        return JdbcClient.create(database.dataSource());
    }

    /** Shifts all times back, as the clock of the database cannot be set. */
    public void letTimePass(Duration duration) {
        sql().sql("""
                UPDATE idempotency_record
                SET lease_until = lease_until - :passed, created_at = created_at - :passed,
                    finished_at = finished_at - :passed, expires_at = expires_at - :passed,
                    reap_at = reap_at - :passed, reconcile_at = reconcile_at - :passed;
                UPDATE idempotency_record_step
                SET created_at = created_at - :passed, called_at = called_at - :passed,
                    finished_at = finished_at - :passed, due_at = due_at - :passed;
                UPDATE idempotency_record_decision SET decided_at = decided_at - :passed
                """.replace(":passed", "interval '" + duration.toMillis() + " milliseconds'"))
                .update();
    }

    @Override
    public void close() {
        pool.close();
    }
}
