package dev.idempotency.spring.internal.web;

import dev.idempotency.core.internal.outcome.Causes;
import java.sql.SQLException;
import java.sql.SQLTimeoutException;
import java.time.Instant;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.transaction.TransactionTimedOutException;
import org.springframework.transaction.support.ResourceHolderSupport;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * Failures of a transaction that a retry need not meet: it ran out of its time, by Spring's clock or by the server's, or was in conflict with
 * another one.
 */
final class TransientFailures {

    /**
     * Serialization failure, deadlock; a statement was cancelled; the server ended the session, as its transaction was idle or open for too
     * long.
     */
    private static final Set<String> STATES = Set.of("40001", "40P01", "57014", "25P03", "25P04");

    private TransientFailures() {}

    /**
     * Whether the transaction that the thread is in has failed so.
     *
     * @param thrown by the handler, if it threw
     */
    static boolean happened(@Nullable Throwable thrown) {
        return isTimePast() || (thrown != null && Causes.of(thrown).stream().anyMatch(TransientFailures::isOne));
    }

    private static boolean isTimePast() {
        Instant now = Instant.now();
        return TransactionSynchronizationManager.getResourceMap().values().stream()
                .filter(ResourceHolderSupport.class::isInstance)
                .map(holder -> ((ResourceHolderSupport) holder).getDeadline())
                .anyMatch(deadline -> deadline != null && !deadline.toInstant().isAfter(now));
    }

    private static boolean isOne(Throwable cause) {
        return cause instanceof TransactionTimedOutException
                || cause instanceof SQLTimeoutException
                || (cause instanceof SQLException failure && hasState(failure));
    }

    private static boolean hasState(SQLException failure) {
        String state = failure.getSQLState();
        return state != null && STATES.contains(state);
    }
}
