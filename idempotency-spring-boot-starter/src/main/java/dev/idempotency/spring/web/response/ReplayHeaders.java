package dev.idempotency.spring.web.response;

import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;

/**
 * The headers that are recorded with an answer and replayed: those that describe it, whoever asks. What belongs to one
 * connection, one session or one origin never does, and neither does what other filters write anew around every answer.
 *
 * <p>{@code Content-Encoding} is always among them: without it nobody could read the bytes.
 */
public final class ReplayHeaders {

    /** What is replayed if nobody asks for more. */
    public static final List<String> DEFAULTS = List.of(
            "Content-Type",
            "Content-Language",
            "Content-Location",
            "Location",
            "ETag",
            "Last-Modified",
            "Link",
            "Cache-Control");

    private static final Set<String> NEVER = Set.of(
            "authorization",
            "clear-site-data",
            "connection",
            "content-length",
            "content-security-policy",
            "content-security-policy-report-only",
            "cross-origin-embedder-policy",
            "cross-origin-opener-policy",
            "cross-origin-resource-policy",
            "date",
            "keep-alive",
            "permissions-policy",
            "referrer-policy",
            "server",
            "set-cookie",
            "set-cookie2",
            "strict-transport-security",
            "te",
            "trailer",
            "transfer-encoding",
            "upgrade",
            "www-authenticate",
            "x-content-type-options",
            "x-frame-options",
            "x-xss-protection");

    private final Set<String> names;

    private ReplayHeaders(Set<String> names) {
        this.names = Collections.unmodifiableSet(names);
    }

    /**
     * The defaults and these.
     *
     * @throws IllegalArgumentException for a header that must not be replayed
     */
    public static ReplayHeaders with(Collection<String> more) {
        Set<String> names = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
        names.addAll(DEFAULTS);
        names.add("Content-Encoding");
        for (String name : more) {
            if (isForbidden(name.toLowerCase(Locale.ROOT))) {
                throw new IllegalArgumentException("The header " + name + " must not be replayed: it belongs to one"
                        + " connection, session or origin, or protects the answer it comes with");
            }
            names.add(name);
        }
        return new ReplayHeaders(names);
    }

    /** In any case. */
    public Set<String> names() {
        return names;
    }

    private static boolean isForbidden(String name) {
        return NEVER.contains(name)
                || name.startsWith("access-control-")
                || name.startsWith("proxy-")
                || name.startsWith("idempotency-");
    }
}
