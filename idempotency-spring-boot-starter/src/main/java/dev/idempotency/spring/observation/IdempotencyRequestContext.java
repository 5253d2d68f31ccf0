package dev.idempotency.spring.observation;

import dev.idempotency.spring.endpoint.ProtectedEndpoint;
import dev.idempotency.spring.web.RequestOutcome;
import io.micrometer.observation.Observation;
import org.jspecify.annotations.Nullable;

/** A request that is observed. */
public final class IdempotencyRequestContext extends Observation.Context {

    private final ProtectedEndpoint endpoint;
    private volatile @Nullable RequestOutcome outcome;

    public IdempotencyRequestContext(ProtectedEndpoint endpoint) {
        this.endpoint = endpoint;
    }

    /** What it was sent to. */
    public ProtectedEndpoint endpoint() {
        return endpoint;
    }

    /** What became of it; null while that is not known. */
    public @Nullable RequestOutcome outcome() {
        return outcome;
    }

    public void ended(RequestOutcome with) {
        outcome = with;
    }
}
