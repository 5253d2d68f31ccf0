package dev.idempotency.benchmarks.load;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** Finds the end of each answer on a connection that is kept alive. */
final class Answers {

    private static final int LARGEST = 64 * 1024;
    private static final String CHUNKED = "transfer-encoding: chunked";
    private static final String LENGTH = "content-length: ";
    private static final byte[] END_OF_HEAD = "\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] LAST_CHUNK = "\r\n0\r\n\r\n".getBytes(StandardCharsets.US_ASCII);

    private final ByteBuffer buffer = ByteBuffer.allocate(LARGEST);

    /** Where bytes are read to. */
    ByteBuffer buffer() {
        return buffer;
    }

    /** The status of the answer, if it is there as a whole, and room for the next; otherwise 0. */
    int take() {
        int head = find(END_OF_HEAD, 0);
        if (head < 0) {
            return 0;
        }
        String headers = new String(buffer.array(), 0, head, StandardCharsets.US_ASCII).toLowerCase(Locale.ROOT);
        if (!isWhole(headers, head + END_OF_HEAD.length)) {
            return 0;
        }
        buffer.clear();
        return Integer.parseInt(headers.substring(9, 12));
    }

    private boolean isWhole(String headers, int bodyStart) {
        if (headers.contains(CHUNKED)) {
            return find(LAST_CHUNK, bodyStart - 2) >= 0;
        }
        int length = headers.indexOf(LENGTH);
        int end = headers.indexOf('\r', length);
        String digits = headers.substring(length + LENGTH.length(), end < 0 ? headers.length() : end);
        return buffer.position() >= bodyStart + Integer.parseInt(digits);
    }

    private int find(byte[] what, int from) {
        byte[] bytes = buffer.array();
        for (int i = from; i + what.length <= buffer.position(); i++) {
            int matched = 0;
            while (matched < what.length && bytes[i + matched] == what[matched]) {
                matched++;
            }
            if (matched == what.length) {
                return i;
            }
        }
        return -1;
    }
}
