package dev.idempotency.chaos.application;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.idempotency.chaos.history.KeyName;
import dev.idempotency.chaos.history.Receipt;
import jakarta.annotation.PreDestroy;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Optional;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/**
 * The world outside: another database, which knows nothing of keys and does whatever it is told, as often as it is told. It only
 * refuses orders that are old, so that after a while an order that has had no effect will have none.
 */
@Component
final class World implements Ledger {

    private static final Duration TOO_OLD = Duration.ofSeconds(6);

    private static final String ADD = """
        INSERT INTO effect (tenant, key, run, attempt, payload)
        SELECT ?, ?, ?, ?, ? WHERE clock_timestamp() < ?
        """;

    private static final String FIND =
            "SELECT run, payload FROM effect WHERE tenant = ? AND key = ? AND at >= ? ORDER BY at LIMIT 1";

    private static final String NOTE = "INSERT INTO finding (tenant, key, executed) VALUES (?, ?, ?)";

    private final HikariDataSource connections;
    private final JdbcClient database;

    World(@Value("${chaos.world}") String url) {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(url);
        config.setUsername("postgres");
        config.setPassword("postgres");
        this.connections = new HikariDataSource(config);
        this.database = JdbcClient.create(connections);
    }

    @Override
    public void add(Order order, Receipt receipt) {
        Instant deadline = Instant.ofEpochMilli(order.sentAt()).plus(TOO_OLD);
        int added = database.sql(ADD)
                .param(order.key().tenant())
                .param(order.key().key())
                .param(receipt.run())
                .param(order.attempt())
                .param(receipt.payload())
                .param(deadline.atOffset(ZoneOffset.UTC))
                .update();
        if (added == 0) {
            throw new IllegalStateException("The order is too old");
        }
    }

    /** What it has done for the key since then: a key that had expired may have been used for something else before. */
    Optional<Receipt> find(KeyName key, Instant since) {
        return database.sql(FIND)
                .param(key.tenant())
                .param(key.key())
                .param(since.atOffset(ZoneOffset.UTC))
                .query((row, number) -> new Receipt(key, row.getString("run"), row.getString("payload")))
                .optional();
    }

    /** Whether an order that was sent before this time is refused by now. */
    boolean isTooOld(Instant sentBefore) {
        return database.sql("SELECT clock_timestamp() > ?")
                .param(sentBefore.plus(TOO_OLD).atOffset(ZoneOffset.UTC))
                .query(Boolean.class)
                .single();
    }

    void note(KeyName key, boolean executed) {
        database.sql(NOTE).param(key.tenant()).param(key.key()).param(executed).update();
    }

    @PreDestroy
    void close() {
        connections.close();
    }
}
