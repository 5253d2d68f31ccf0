package dev.idempotency.jdbc;

import com.zaxxer.hikari.HikariConfig;
import dev.idempotency.core.action.Actions;
import dev.idempotency.core.store.IdempotencyStore;
import dev.idempotency.test.ActionsContract;
import dev.idempotency.test.IdempotencyStoreContract;
import dev.idempotency.test.StepContract;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInstance;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.TransactionStatus;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class JdbcIdempotencyStoreTest implements IdempotencyStoreContract, ActionsContract, StepContract {

    private TestStore table;

    @BeforeAll
    void start() {
        table = TestStore.create(this::configure);
    }

    /** For subclasses: the same on another kind of connection. */
    void configure(HikariConfig pool) {}

    @BeforeEach
    void empty() {
        table.database()
                .execute("TRUNCATE idempotency_record, idempotency_record_decision, idempotency_record_action,"
                        + " idempotency_record_step");
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
    public boolean inTransaction(BooleanSupplier work) {
        JdbcTransactionManager transactions = new JdbcTransactionManager(table.dataSource());
        TransactionStatus status = transactions.getTransaction(TransactionDefinition.withDefaults());
        try {
            boolean result = work.getAsBoolean();
            if (result) {
                transactions.commit(status);
            }
            return result;
        } finally {
            if (!status.isCompleted()) {
                transactions.rollback(status);
            }
        }
    }

    @Override
    public int stepsInAll() {
        return table.sql()
                .sql("SELECT count(*) FROM idempotency_record_step")
                .query(Integer.class)
                .single();
    }

    @Override
    public void letTimePass(Duration duration) {
        table.letTimePass(duration);
    }
}
