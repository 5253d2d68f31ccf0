package dev.idempotency.client.internal.call;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What is common to the answers of all clients: they are read to their end before the caller gets them, since an answer that
 * breaks off must be asked for again. Only so much of it is kept in memory; what is larger, and streams of events, go to the
 * caller as they come.
 */
public final class Answers {

    /** The most bytes of a request or an answer that are kept: as many as a server keeps of an answer by default. */
    public static final int MOST_BYTES = 1 << 20;

    private Answers() {}

    private static final int UNAUTHORIZED = 401;

    /**
     * How many bytes the body of an answer must have at least, if that is known. HttpURLConnection has none for a 401, although the
     * headers tell of one.
     */
    public static long promisedLength(int status, long contentLength) {
        return status == UNAUTHORIZED ? -1 : contentLength;
    }

    /** Whether the answer is to be read to its end at all. */
    public static boolean isToBeRead(@Nullable String contentType, long contentLength) {
        String type = contentType == null ? "" : contentType.toLowerCase(Locale.ROOT);
        return contentLength <= MOST_BYTES && !type.startsWith("text/event-stream") && !type.contains("ndjson");
    }

    /**
     * Reads an answer.
     *
     * @param contentLength what the headers say, or a negative number if they do not
     * @param isEncoded whether that length may be one of the encoded body
     * @throws IOException if it breaks off
     */
    public static Body read(InputStream in, long contentLength, boolean isEncoded) throws IOException {
        byte[] bytes = in.readNBytes(MOST_BYTES + 1);
        if (bytes.length > MOST_BYTES) {
            return new Body(bytes, Optional.of(in));
        }
        check(bytes.length, contentLength, isEncoded);
        return new Body(bytes, Optional.empty());
    }

    /** Not every client notices when the connection ends before the answer does. */
    public static void check(int received, long contentLength, boolean isEncoded) throws IOException {
        if (!isEncoded && received < contentLength) {
            throw new IOException("The answer ended after " + received + " of " + contentLength + " bytes");
        }
    }

    /**
     * The body of an answer.
     *
     * @param bytes all of it, or its beginning
     * @param rest what was not read yet
     */
    @SuppressWarnings("ArrayRecordComponent")
    public record Body(byte[] bytes, Optional<InputStream> rest) {

        /** From the beginning. */
        public InputStream stream() {
            InputStream beginning = new ByteArrayInputStream(bytes);
            return rest.<InputStream>map(later -> new SequenceInputStream(beginning, later))
                    .orElse(beginning);
        }
    }
}
