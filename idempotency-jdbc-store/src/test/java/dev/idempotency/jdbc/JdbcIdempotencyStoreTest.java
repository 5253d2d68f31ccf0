package dev.idempotency.jdbc;

import com.zaxxer.hikari.HikariConfig;
import dev.idempotency.core.store.IdempotencyStore;
import dev.idempotency.test.IdempotencyStoreContract;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInstance;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class JdbcIdempotencyStoreTest implements IdempotencyStoreContract {

    private TestStore table;

    @BeforeAll
    void start() {
        table = TestStore.create(this::configure);
    }

    /** For subclasses: the same on another kind of connection. */
    void configure(HikariConfig pool) {}

    @BeforeEach
    void empty() {
        table.database().execute("TRUNCATE idempotency_record, idempotency_record_decision");
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
    public void letTimePass(Duration duration) {
        table.letTimePass(duration);
    }
}
