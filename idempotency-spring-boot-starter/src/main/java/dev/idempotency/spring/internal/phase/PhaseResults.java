package dev.idempotency.spring.internal.phase;

import dev.idempotency.core.outcome.OutcomeUnknownException;
import dev.idempotency.core.step.RecordedStep;
import dev.idempotency.core.template.ValueCodec;
import org.jspecify.annotations.Nullable;

/** The results of phases as they are kept. */
final class PhaseResults {

    private final ValueCodec codec;
    private final int maxBytes;

    PhaseResults(PhaseSettings settings) {
        this.codec = settings.codec();
        this.maxBytes = settings.maxResult();
    }

    /** @throws IllegalArgumentException if it cannot be kept */
    byte[] written(String phase, @Nullable Object value, Class<?> type) {
        byte[] json;
        try {
            json = codec.write(value, type);
        } catch (Exception failure) {
            throw new IllegalArgumentException(
                    "The result of the phase '" + phase + "' cannot be written as JSON", failure);
        }
        if (json.length > maxBytes) {
            throw new IllegalArgumentException("The result of the phase '" + phase + "' has " + json.length
                    + " bytes of JSON, more than 'idempotency.steps.max-payload' allows: " + maxBytes);
        }
        return json;
    }

    /** @throws OutcomeUnknownException if it was not kept, or this version cannot read it */
    @SuppressWarnings({"unchecked", "NullAway"}) // what the codec reads is of the type, and null if that was written
    <T extends @Nullable Object> T read(RecordedStep done, Class<T> type) {
        byte[] json = done.result()
                .orElseThrow(() -> new OutcomeUnknownException(
                        "The phase '" + done.name() + "' has finished, but its result was not kept"));
        try {
            return (T) codec.read(json, type);
        } catch (Exception failure) {
            throw new OutcomeUnknownException(
                    "The phase '" + done.name() + "' has finished, but its result cannot be read as " + type.getName(),
                    failure);
        }
    }
}
