package dev.idempotency.spring.autoconfigure;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.annotation.Isolation;
import org.springframework.transaction.support.DefaultTransactionDefinition;

/**
 * Transactions around handlers in mode TRANSACTIONAL.
 *
 * @param timeout How long a transaction around a handler in mode TRANSACTIONAL may take, in whole seconds; used if its @Transactional names no timeout.
 * @param isolation Isolation of transactions around handlers in mode TRANSACTIONAL; used if their @Transactional names none.
 */
@ConfigurationProperties("idempotency.transaction")
public record TransactionProperties(
        @Nullable Duration timeout, @Nullable Isolation isolation) {

    /** Checks the time. */
    public TransactionProperties {
        if (timeout != null) {
            Checks.require(timeout.toSeconds() >= 1, "transaction.timeout is at least a second, not " + timeout);
        }
    }

    TransactionDefinition definition() {
        DefaultTransactionDefinition definition = new DefaultTransactionDefinition();
        definition.setName("idempotency");
        if (timeout != null) {
            definition.setTimeout((int) timeout.toSeconds());
        }
        if (isolation != null) {
            definition.setIsolationLevel(isolation.value());
        }
        return definition;
    }
}
