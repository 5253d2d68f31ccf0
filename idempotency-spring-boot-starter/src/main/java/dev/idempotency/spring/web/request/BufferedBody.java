package dev.idempotency.spring.web.request;

import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.util.Arrays;

/** The whole body of a request. */
public final class BufferedBody {

    private final byte[] bytes;

    BufferedBody(byte[] bytes) {
        this.bytes = bytes;
    }

    /**
     * Reads the body to its end. A declared length above the limit is believed, any other is not: of a body that turns out to
     * be too large no more than the limit is read.
     */
    public static BufferedBody read(HttpServletRequest request, int limit) throws IOException, BodyTooLargeException {
        long declared = request.getContentLengthLong();
        if (declared > limit) {
            throw new BodyTooLargeException(limit);
        }
        if (declared >= 0) {
            byte[] whole = new byte[(int) declared];
            int length = request.getInputStream().readNBytes(whole, 0, whole.length);
            return new BufferedBody(length == whole.length ? whole : Arrays.copyOf(whole, length));
        }
        byte[] bytes = request.getInputStream().readNBytes(limit + 1);
        if (bytes.length > limit) {
            throw new BodyTooLargeException(limit);
        }
        return new BufferedBody(bytes);
    }

    byte[] bytes() {
        return bytes;
    }

    boolean isEmpty() {
        return bytes.length == 0;
    }

    @Override
    public String toString() {
        return bytes.length + " bytes";
    }
}
