package dev.idempotency.spring.endpoint;

import dev.idempotency.core.engine.Waiting;
import dev.idempotency.core.fingerprint.Fingerprinter;
import dev.idempotency.core.store.OnLapsedLease;
import dev.idempotency.spring.Mode;
import dev.idempotency.spring.OnStoreFailure;
import dev.idempotency.spring.outcome.OutcomePolicy;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.web.method.HandlerMethod;

/**
 * A protected endpoint, with everything that is to be known about it: what its annotation says, and what is configured where
 * the annotation says nothing.
 *
 * @param operation method and route pattern, such as {@code PATCH /orders/{id}}
 * @param transactionManager name of the transaction manager for {@link Mode#TRANSACTIONAL}; empty for the only one
 * @param entity name of what a request works on, with variables of the route and values of the body, or {@code @} and the name of a
 *     bean; empty for none
 * @param action name of what a request does once and for all, with variables of the route; empty for none
 * @param phases the names of the handler's phases, in their order; empty if it has none
 * @param handler the controller's method that takes its requests; null where it is none, such as a function
 */
public record ProtectedEndpoint(
        String operation,
        Mode mode,
        String transactionManager,
        String entity,
        String action,
        Duration ttl,
        Duration lease,
        boolean required,
        Waiting waiting,
        OnStoreFailure onStoreFailure,
        OnLapsedLease onLapsedLease,
        List<String> phases,
        Fingerprinter fingerprinter,
        OutcomePolicy outcomes,
        @Nullable HandlerMethod handler) {

    ProtectedEndpoint handledBy(HandlerMethod method) {
        return new ProtectedEndpoint(
                operation,
                mode,
                transactionManager,
                entity,
                action,
                ttl,
                lease,
                required,
                waiting,
                onStoreFailure,
                onLapsedLease,
                phases,
                fingerprinter,
                outcomes,
                method);
    }

    /** Whether one request at a time works on something. */
    public boolean hasEntity() {
        return !entity.isEmpty();
    }

    /** Whether a request does something once and for all. */
    public boolean hasAction() {
        return !action.isEmpty();
    }

    /** The method of its requests, such as {@code PATCH}. */
    public String method() {
        return operation.substring(0, operation.indexOf(' '));
    }

    /** The pattern of its route, such as <code>/orders/{id}</code>. */
    public String route() {
        return operation.substring(operation.indexOf(' ') + 1);
    }
}
