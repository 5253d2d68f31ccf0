package dev.idempotency.spring.web.response;

import dev.idempotency.core.record.Header;
import jakarta.servlet.http.HttpServletResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The headers of a response before the handler has seen it, to tell afterwards which ones are the handler's. */
final class HeaderSnapshot {

    private static final Logger log = LoggerFactory.getLogger(HeaderSnapshot.class);
    private static final String CONTENT_TYPE = "Content-Type";

    private final Map<String, List<String>> before = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);

    private HeaderSnapshot() {}

    static HeaderSnapshot of(HttpServletResponse response) {
        HeaderSnapshot snapshot = new HeaderSnapshot();
        response.getHeaderNames().forEach(name -> snapshot.before.put(name, values(response, name)));
        return snapshot;
    }

    /** Of the headers asked for, all that have changed since, each with all its values. */
    List<Header> changed(HttpServletResponse response, Iterable<String> names) {
        List<Header> changed = new ArrayList<>();
        for (String name : names) {
            List<String> now = values(response, name);
            if (!now.equals(before.getOrDefault(name, List.of()))) {
                now.forEach(value -> addIfSafe(changed, name, value));
            }
        }
        return changed;
    }

    /** Makes the response what it was. */
    void restore(HttpServletResponse response) {
        response.reset();
        before.forEach((name, values) -> {
            if (!response.containsHeader(name)) {
                values.forEach(value -> response.addHeader(name, value));
            }
        });
    }

    /** Some containers keep the content type apart from the headers. */
    private static List<String> values(HttpServletResponse response, String name) {
        if (name.equalsIgnoreCase(CONTENT_TYPE)) {
            @Nullable String type = response.getContentType();
            return type == null ? List.of() : List.of(type);
        }
        return List.copyOf(response.getHeaders(name));
    }

    private static void addIfSafe(List<Header> headers, String name, String value) {
        try {
            headers.add(new Header(name, value));
        } catch (IllegalArgumentException e) {
            log.warn("A header of the answer is not recorded: {}", e.getMessage());
        }
    }
}
