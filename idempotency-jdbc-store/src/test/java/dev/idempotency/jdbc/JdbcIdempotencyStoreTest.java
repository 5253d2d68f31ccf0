package dev.idempotency.jdbc;

import com.zaxxer.hikari.HikariConfig;
import dev.idempotency.core.action.Actions;
import dev.idempotency.core.store.IdempotencyStore;
import dev.idempotency.test.ActionsContract;
import dev.idempotency.test.IdempotencyStoreContract;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInstance;
import org.springframework.jdbc.support.JdbcTransactionManager;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class JdbcIdempotencyStoreTest implements IdempotencyStoreContract, ActionsContract {

    private TestStore table;

    @BeforeAll
    void start() {
        table = TestStore.create(this::configure);
    }

    /** For subclasses: the same on another kind of connection. */
    void configure(HikariConfig pool) {}

    @BeforeEach
    void empty() {
        table.database().execute("TRUNCATE idempotency_record, idempotency_record_decision, idempotency_record_action");
    }

    @AfterAll
    void stop() {
        table.close();
    }

    @Override
    public IdempotencyStore store() {
        return table.store();
    }

    @Override
    public Actions actions() {
        return new JdbcActions(
                new JdbcTransactionManager(table.dataSource()), table.dataSource(), JdbcStoreSettings.defaults());
    }

    @Override
    public void letTimePass(Duration duration) {
        table.letTimePass(duration);
    }
}
