package dev.idempotency.jdbc;

import com.zaxxer.hikari.HikariConfig;
import org.springframework.dao.ConcurrencyFailureException;

/** The contract where an application's connections are SERIALIZABLE by default. */
class SerializableStoreTest extends JdbcIdempotencyStoreTest {

    @Override
    void configure(HikariConfig pool) {
        pool.setTransactionIsolation("TRANSACTION_SERIALIZABLE");
    }

    @Override
    public boolean isConflict(RuntimeException failure) {
        return failure instanceof ConcurrencyFailureException;
    }
}
