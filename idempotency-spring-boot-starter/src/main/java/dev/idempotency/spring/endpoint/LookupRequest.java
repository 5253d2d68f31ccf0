package dev.idempotency.spring.endpoint;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import java.util.Collections;
import java.util.Enumeration;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A request on which handler mappings are asked a question. They note their answers in attributes; here those stay with the
 * question, and the request itself remains as it was.
 */
final class LookupRequest extends HttpServletRequestWrapper {

    /** Null for what was removed. */
    private final Map<String, @Nullable Object> noted = new HashMap<>();

    LookupRequest(HttpServletRequest request) {
        super(request);
    }

    @Override
    public @Nullable Object getAttribute(String name) {
        return noted.containsKey(name) ? noted.get(name) : super.getAttribute(name);
    }

    @Override
    public void setAttribute(String name, @Nullable Object value) {
        noted.put(name, value);
    }

    @Override
    public void removeAttribute(String name) {
        noted.put(name, null);
    }

    @Override
    public Enumeration<String> getAttributeNames() {
        Set<String> names = new LinkedHashSet<>(Collections.list(super.getAttributeNames()));
        noted.forEach((name, value) -> {
            if (value == null) {
                names.remove(name);
            } else {
                names.add(name);
            }
        });
        return Collections.enumeration(names);
    }
}
