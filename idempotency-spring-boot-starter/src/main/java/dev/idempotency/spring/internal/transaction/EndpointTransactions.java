package dev.idempotency.spring.internal.transaction;

import dev.idempotency.spring.IdempotencyConfigurationException;
import dev.idempotency.spring.endpoint.ProtectedEndpoint;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.interceptor.DefaultTransactionAttribute;
import org.springframework.transaction.interceptor.TransactionAttribute;
import org.springframework.util.ClassUtils;
import org.springframework.web.method.HandlerMethod;

/**
 * The transactions that endpoints in mode TRANSACTIONAL run in. Isolation, timeout, labels and name are those of
 * {@code @Transactional} on the handler, on its method, class or interface; where it says nothing, those that are configured.
 *
 * <p>The record is written in the same transaction, and the handler's own {@code @Transactional} joins it. A handler that would not
 * join it, or that allows no writing, cannot run in this mode.
 */
public final class EndpointTransactions {

    private static final Map<Integer, String> NOT_JOINING = Map.of(
            TransactionDefinition.PROPAGATION_REQUIRES_NEW, "REQUIRES_NEW",
            TransactionDefinition.PROPAGATION_NOT_SUPPORTED, "NOT_SUPPORTED",
            TransactionDefinition.PROPAGATION_NEVER, "NEVER",
            TransactionDefinition.PROPAGATION_NESTED, "NESTED");

    private final DeclaredTransactions handlers;
    private final TransactionDefinition configured;

    public EndpointTransactions(DeclaredTransactions handlers, TransactionDefinition configured) {
        this.handlers = handlers;
        this.configured = configured;
    }

    /** The transaction of what has no handler. */
    public TransactionDefinition configured() {
        return configured;
    }

    /** What {@code @Transactional} says on the endpoint's handler; null where there is none. */
    public @Nullable TransactionAttribute saidOn(ProtectedEndpoint endpoint) {
        HandlerMethod handler = endpoint.handler();
        return handler == null ? null : handlers.of(handler);
    }

    /** Throws, with what to do about it, where the handler cannot run in the transaction of its record. */
    public TransactionDefinition of(ProtectedEndpoint endpoint) {
        HandlerMethod handler = endpoint.handler();
        TransactionAttribute said = handler == null ? null : handlers.of(handler);
        if (handler == null || said == null) {
            return configured;
        }
        requireThatItJoins(said, endpoint, handler);
        requireThatItWrites(said, endpoint, handler);
        DefaultTransactionAttribute definition = new DefaultTransactionAttribute();
        definition.setName(
                ClassUtils.getQualifiedMethodName(handler.getMethod(), DeclaredTransactions.typeOf(handler)));
        definition.setIsolationLevel(
                said.getIsolationLevel() == TransactionDefinition.ISOLATION_DEFAULT
                        ? configured.getIsolationLevel()
                        : said.getIsolationLevel());
        definition.setTimeout(
                said.getTimeout() == TransactionDefinition.TIMEOUT_DEFAULT
                        ? configured.getTimeout()
                        : said.getTimeout());
        definition.setLabels(said.getLabels());
        definition.setQualifier(said.getQualifier());
        return definition;
    }

    private static void requireThatItJoins(
            TransactionAttribute said, ProtectedEndpoint endpoint, HandlerMethod handler) {
        String propagation = NOT_JOINING.get(said.getPropagationBehavior());
        if (propagation != null) {
            throw new IdempotencyConfigurationException(
                    "%s ('%s') is to run in mode TRANSACTIONAL, but its @Transactional says %s: its work would not be in the same"
                                    .formatted(handler.getShortLogMessage(), endpoint.operation(), propagation)
                            + " transaction as its record.",
                    "Remove the propagation there, or use mode LEASE, or move the work that needs a transaction of its own to a"
                            + " service.");
        }
    }

    private static void requireThatItWrites(
            TransactionAttribute said, ProtectedEndpoint endpoint, HandlerMethod handler) {
        if (said.isReadOnly()) {
            throw new IdempotencyConfigurationException(
                    "%s ('%s') is to run in mode TRANSACTIONAL, but its @Transactional says readOnly: the record could not be"
                                    .formatted(handler.getShortLogMessage(), endpoint.operation())
                            + " written in its transaction.",
                    "Put @Transactional without readOnly on the method if it writes; remove @Idempotent there if it only reads;"
                            + " or use mode LEASE.");
        }
    }
}
