package dev.idempotency.core.template;

import dev.idempotency.core.record.Header;
import dev.idempotency.core.record.RecordedAnswer;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Values as answers of records. */
final class RecordedValues {

    private static final Logger log = LoggerFactory.getLogger(RecordedValues.class);

    private static final int DONE = 200;
    private static final List<Header> JSON = List.of(new Header("Content-Type", "application/json"));

    private final ValueCodec codec;
    private final int largest;

    RecordedValues(ValueCodec codec, int largest) {
        this.codec = codec;
        this.largest = largest;
    }

    /** The answer of work that is done: without its value, if that cannot be kept. */
    RecordedAnswer ofWork(String operation, @Nullable Object value, ValueType<?> type) {
        byte[] json;
        try {
            json = codec.write(value, type.type());
        } catch (Exception unwritable) {
            log.error(
                    "The result of {} cannot be written and is not kept: later calls with its key are told that the work was"
                            + " done, without a value",
                    operation,
                    unwritable);
            return RecordedAnswer.withoutBody(DONE, JSON);
        }
        if (json.length > largest) {
            log.warn("The result of {} has {} bytes; more than {} are not kept", operation, json.length, largest);
            return RecordedAnswer.withoutBody(DONE, JSON);
        }
        return RecordedAnswer.of(DONE, JSON, json);
    }

    /** As JSON; throws where that cannot be. */
    byte[] json(@Nullable Object value, String what) {
        try {
            return codec.write(value, value == null ? Object.class : value.getClass());
        } catch (Exception unwritable) {
            throw new IllegalArgumentException(what + " cannot be written as JSON", unwritable);
        }
    }

    RecordedAnswer answerOf(@Nullable Object value) {
        return RecordedAnswer.of(DONE, JSON, json(value, "The value"));
    }

    /** Unavailable if this version cannot read it, or it is no answer of work that was done. */
    <T extends @Nullable Object> IdempotentResult<T> replayed(
            String operation, RecordedAnswer answer, ValueType<T> type) {
        if (answer.code() != DONE || answer.body().isEmpty()) {
            return new IdempotentResult.Unavailable<>();
        }
        try {
            return new IdempotentResult.Replayed<>(read(answer.body().get(), type));
        } catch (Exception unreadable) {
            log.warn(
                    "A recorded result of {} cannot be read as {}: its work is not done again, and has no value here",
                    operation,
                    type,
                    unreadable);
            return new IdempotentResult.Unavailable<>();
        }
    }

    @SuppressWarnings({"unchecked", "NullAway"}) // The codec reads a value of the type, which may be null, or throws.
    private <T extends @Nullable Object> T read(byte[] json, ValueType<T> type) throws Exception {
        return (T) (type.type() == Void.class ? null : codec.read(json, type.type()));
    }
}
