package dev.idempotency.spring.internal.web.response;

import dev.idempotency.core.record.Header;
import jakarta.servlet.http.HttpServletResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Which headers of an answer are the handler's own: those that were set through the response that the handler was given. What
 * a filter around it writes, before the handler or after it, is not: that filter writes it on the replay too. Between the two
 * dispatches of an asynchronous answer both stand on the same response, so comparing it before and after would not tell.
 */
final class HandlerHeaders {

    private static final Logger log = LoggerFactory.getLogger(HandlerHeaders.class);
    private static final String CONTENT_LANGUAGE = "Content-Language";
    private static final String CONTENT_TYPE = "Content-Type";

    /** Filters write all of them or none, by whether one of them is there. So all of them are the handler's if one is. */
    private static final Set<String> CACHING = Set.of("Cache-Control", "Expires", "Pragma");

    private final Map<String, List<String>> before = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    private final Set<String> set = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
    private @Nullable Locale language;

    /** Of an answer that its handler has not seen yet. */
    HandlerHeaders(HttpServletResponse response) {
        response.getHeaderNames().forEach(name -> before.put(name, values(response, name)));
    }

    /** The handler has set this one, or added to it, or removed it. */
    void set(String name) {
        set.add(name);
    }

    /** The handler has set the language by a locale. Some containers do not show the header that they make of it. */
    void setLanguage(Locale locale) {
        set(CONTENT_LANGUAGE);
        language = locale;
    }

    /** The container has begun to render an error that was sent, and may have said by itself how that is cached. */
    void renderedAsError() {
        set.addAll(CACHING);
    }

    /** The handler has taken back all headers. */
    void clear() {
        set.clear();
        language = null;
    }

    /** Of these headers the handler's own, each with all the values that it has now. */
    List<Header> among(Set<String> names, HttpServletResponse response) {
        List<Header> own = new ArrayList<>();
        for (String name : names) {
            if (isSet(name)) {
                values(response, name).forEach(value -> addIfSafe(own, name, value));
            }
        }
        if (language != null && response.getHeaders(CONTENT_LANGUAGE).isEmpty()) {
            own.add(new Header(CONTENT_LANGUAGE, language.toLanguageTag()));
        }
        return own;
    }

    /** Makes the response what it was before the handler. */
    void restore(HttpServletResponse response) {
        clear();
        response.reset();
        before.forEach((name, values) -> {
            if (!response.containsHeader(name)) {
                values.forEach(value -> response.addHeader(name, value));
            }
        });
    }

    private boolean isSet(String name) {
        return set.contains(name) || (CACHING.contains(name) && CACHING.stream().anyMatch(set::contains));
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
            log.warn("A header of the answer is not recorded, so replays will lack it: {}", e.getMessage());
        }
    }
}
