package dev.idempotency.jdbc;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.zaxxer.hikari.HikariConfig;
import dev.idempotency.testbed.Database;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** The contract through PgBouncer in transaction mode, where every transaction may run in another session. */
class PgBouncerTest extends JdbcIdempotencyStoreTest {

    private PgBouncer bouncer;

    @Override
    @BeforeAll
    void start() {
        assumeTrue(PgBouncer.isInstalled(), "PgBouncer is not installed: apt-get install pgbouncer");
        super.start();
    }

    @Override
    @AfterAll
    void stop() {
        if (bouncer != null) {
            super.stop();
            bouncer.close();
        }
    }

    @Override
    void configure(HikariConfig pool) {
        bouncer = PgBouncer.before(databaseOf(pool));
        pool.setJdbcUrl(bouncer.database().url() + "?prepareThreshold=0");
    }

    private static Database databaseOf(HikariConfig pool) {
        String[] parts = pool.getJdbcUrl().split("[:/]");
        return new Database(parts[4], Integer.parseInt(parts[5]), parts[6], pool.getUsername(), pool.getPassword());
    }
}
