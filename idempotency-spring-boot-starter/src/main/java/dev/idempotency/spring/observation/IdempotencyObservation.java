package dev.idempotency.spring.observation;

import io.micrometer.common.docs.KeyName;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationConvention;
import io.micrometer.observation.docs.ObservationDocumentation;
import java.util.Locale;

/** What is observed. */
public enum IdempotencyObservation implements ObservationDocumentation {
    /** A request to a protected endpoint, from its arrival until it is known what becomes of it. */
    REQUEST;

    @Override
    public Class<? extends ObservationConvention<? extends Observation.Context>> getDefaultConvention() {
        return DefaultIdempotencyRequestConvention.class;
    }

    @Override
    public KeyName[] getLowCardinalityKeyNames() {
        return LowCardinality.values();
    }

    /** Keys with few values: fit for metrics. */
    public enum LowCardinality implements KeyName {
        /** A constant of {@link dev.idempotency.spring.web.RequestOutcome}, in lower case. */
        OUTCOME,
        /** The method of the request. */
        METHOD,
        /** The route template, such as {@code /orders/{id}}. */
        URI,
        /** The mode of the endpoint, in lower case. */
        MODE;

        @Override
        public String asString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }
}
