package dev.idempotency.jdbc;

import com.zaxxer.hikari.HikariConfig;
import org.springframework.dao.ConcurrencyFailureException;

/** The contract where an application's connections are REPEATABLE READ by default. */
class RepeatableReadStoreTest extends JdbcIdempotencyStoreTest {

    @Override
    void configure(HikariConfig pool) {
        pool.setTransactionIsolation("TRANSACTION_REPEATABLE_READ");
    }

    @Override
    public boolean isConflict(RuntimeException failure) {
        return failure instanceof ConcurrencyFailureException;
    }
}
