package dev.idempotency.spring.observation;

import dev.idempotency.spring.endpoint.Endpoint;
import dev.idempotency.spring.web.RequestOutcome;
import io.micrometer.observation.Observation;
import org.jspecify.annotations.Nullable;

/** A request that is observed. */
public final class IdempotencyRequestContext extends Observation.Context {

    private final Endpoint endpoint;
    private volatile @Nullable RequestOutcome outcome;

    IdempotencyRequestContext(Endpoint endpoint) {
        this.endpoint = endpoint;
    }

    /** What it was sent to. */
    public Endpoint endpoint() {
        return endpoint;
    }

    /** What became of it; null while nobody knows. */
    public @Nullable RequestOutcome outcome() {
        return outcome;
    }

    void ended(RequestOutcome with) {
        outcome = with;
    }
}
