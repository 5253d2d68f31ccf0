package dev.idempotency.spring.internal.web.response;

import dev.idempotency.core.record.Header;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the handler has answered, as far as it can be recorded.
 *
 * @param status one that HTTP has
 * @param headers the handler's own, of those that are replayed
 * @param body null if it cannot be recorded
 */
// Two answers are never compared.
@SuppressWarnings("ArrayRecordComponent")
public record CapturedAnswer(int status, List<Header> headers, byte @Nullable [] body) {

    /** Whether nothing was written. */
    public boolean isEmpty() {
        return body != null && body.length == 0;
    }
}
