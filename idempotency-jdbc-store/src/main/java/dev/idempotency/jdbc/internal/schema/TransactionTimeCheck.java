package dev.idempotency.jdbc.internal.schema;

import java.time.Duration;
import java.util.Optional;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Compares how long a transaction may take with how long the server lets one be idle. While a handler computes or calls
 * another system, its transaction is idle. If that takes too long, the server closes the connection, and the work is
 * rolled back half-way.
 */
public final class TransactionTimeCheck {

    private static final String IDLE_MILLIS = """
        SELECT setting::bigint
        FROM pg_settings
        WHERE name = 'idle_in_transaction_session_timeout'
        """;

    private TransactionTimeCheck() {}

    /**
     * A sentence for the log; empty when the two go together, or the server does not answer.
     *
     * @param timeout of a transaction; null where it has none
     */
    public static Optional<String> warning(DataSource dataSource, @Nullable Duration timeout) {
        try {
            Duration idle = Duration.ofMillis(JdbcClient.create(dataSource)
                    .sql(IDLE_MILLIS)
                    .query(Long.class)
                    .single());
            boolean patient = idle.isZero() || (timeout != null && timeout.compareTo(idle) <= 0);
            return patient ? Optional.empty() : Optional.of(sentence(idle, timeout));
        } catch (DataAccessException e) {
            return Optional.empty();
        }
    }

    private static String sentence(Duration idle, @Nullable Duration timeout) {
        return "The server ends a transaction that is idle for " + idle.toMillis()
                + " ms (idle_in_transaction_session_timeout), but a handler in mode TRANSACTIONAL may take "
                + (timeout == null ? "any time" : timeout.toMillis() + " ms")
                + ". Set idempotency.transaction.timeout to less";
    }
}
