package dev.idempotency.spring.observation;

import dev.idempotency.spring.observation.IdempotencyObservation.LowCardinality;
import dev.idempotency.spring.web.RequestOutcome;
import io.micrometer.common.KeyValues;
import java.util.Locale;

/** The names as documented. */
public final class DefaultIdempotencyRequestConvention implements IdempotencyRequestConvention {

    @Override
    public String getName() {
        return "idempotency.request";
    }

    @Override
    public String getContextualName(IdempotencyRequestContext context) {
        return "idempotent " + context.endpoint().operation();
    }

    @Override
    public KeyValues getLowCardinalityKeyValues(IdempotencyRequestContext context) {
        RequestOutcome outcome = context.outcome();
        return KeyValues.of(
                outcome == null
                        ? LowCardinality.OUTCOME.withNoneValue()
                        : LowCardinality.OUTCOME.withValue(lowerCase(outcome)),
                LowCardinality.METHOD.withValue(context.endpoint().method()),
                LowCardinality.URI.withValue(context.endpoint().route()),
                LowCardinality.MODE.withValue(lowerCase(context.endpoint().mode())));
    }

    private static String lowerCase(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }
}
