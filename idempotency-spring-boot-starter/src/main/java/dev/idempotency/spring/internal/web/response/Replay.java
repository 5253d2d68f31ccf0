package dev.idempotency.spring.internal.web.response;

import dev.idempotency.core.record.Header;
import dev.idempotency.core.record.RecordedAnswer;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Gives a recorded answer again, byte for byte.
 *
 * <p>Of an empty body nothing is written: some containers would send the answer at once, before filters around this one have
 * added their headers to it.
 */
public final class Replay {

    private static final int NO_CONTENT = 204;
    private static final int NOT_MODIFIED = 304;
    private static final String VARY = "Vary";

    private Replay() {}

    /**
     * Writes status, headers and body. What others have put into the response of the same name gives way, except that what the
     * answer varies by is added.
     */
    public static void write(RecordedAnswer recorded, HttpServletResponse response) throws IOException {
        response.setStatus(recorded.code());
        Set<String> seen = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
        for (Header header : recorded.headers()) {
            if (header.name().equalsIgnoreCase("Content-Type")) {
                response.setContentType(header.value());
            } else if (header.name().equalsIgnoreCase(VARY)) {
                vary(header.value(), response);
            } else if (seen.add(header.name())) {
                response.setHeader(header.name(), header.value());
            } else {
                response.addHeader(header.name(), header.value());
            }
        }
        if (hasBody(recorded.code())) {
            byte[] body = recorded.body().orElseThrow();
            response.setContentLengthLong(body.length);
            if (body.length > 0) {
                response.getOutputStream().write(body);
            }
        }
    }

    private static void vary(String value, HttpServletResponse response) {
        Set<String> known = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
        response.getHeaders(VARY).forEach(line -> known.addAll(names(line)));
        if (!known.containsAll(names(value))) {
            response.addHeader(VARY, value);
        }
    }

    private static List<String> names(String line) {
        return Arrays.stream(line.split(",")).map(String::strip).toList();
    }

    /** Whether an answer of this status has a length. */
    static boolean hasBody(int status) {
        return status >= 200 && status != NO_CONTENT && status != NOT_MODIFIED;
    }
}
