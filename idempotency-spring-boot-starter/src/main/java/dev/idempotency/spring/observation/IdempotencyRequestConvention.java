package dev.idempotency.spring.observation;

import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationConvention;

/** How a request is named and described. A bean of this type takes the place of {@link DefaultIdempotencyRequestConvention}. */
public interface IdempotencyRequestConvention extends ObservationConvention<IdempotencyRequestContext> {

    @Override
    default boolean supportsContext(Observation.Context context) {
        return context instanceof IdempotencyRequestContext;
    }
}
