package dev.idempotency.spring.autoconfigure;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;

/**
 * Transactions around handlers in mode TRANSACTIONAL.
 *
 * @param timeout How long a transaction around a handler in mode TRANSACTIONAL may take, in whole seconds; without, the transaction manager decides.
 */
@ConfigurationProperties("idempotency.transaction")
public record IdempotencyTransactionProperties(@Nullable Duration timeout) {

    /** Checks the time. */
    public IdempotencyTransactionProperties {
        if (timeout != null) {
            Checks.require(timeout.toSeconds() >= 1, "transaction.timeout is at least a second, not " + timeout);
        }
    }
}
