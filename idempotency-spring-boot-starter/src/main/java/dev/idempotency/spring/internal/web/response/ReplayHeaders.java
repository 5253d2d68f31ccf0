package dev.idempotency.spring.internal.web.response;

import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;

/**
 * The headers that are recorded with an answer and replayed, if the handler has set them: those that describe it, whoever asks,
 * and those that say how it may be kept, shared and shown, so that a replay is never more cacheable and never less protected. What
 * belongs to one connection, one session or one origin never does.
 *
 * <p>{@code Content-Encoding} is always among them: without it the bytes could not be read.
 */
public final class ReplayHeaders {

    private static final List<String> DESCRIBING = List.of(
            "Content-Disposition",
            "Content-Encoding",
            "Content-Language",
            "Content-Location",
            "Content-Type",
            "ETag",
            "Last-Modified",
            "Link",
            "Location");

    private static final List<String> CACHING =
            List.of("Cache-Control", "CDN-Cache-Control", "Expires", "Pragma", "Surrogate-Control", "Vary");

    private static final List<String> PROTECTING = List.of(
            "Content-Security-Policy",
            "Content-Security-Policy-Report-Only",
            "Cross-Origin-Embedder-Policy",
            "Cross-Origin-Opener-Policy",
            "Cross-Origin-Resource-Policy",
            "Permissions-Policy",
            "Referrer-Policy",
            "Strict-Transport-Security",
            "X-Content-Type-Options",
            "X-Download-Options",
            "X-Frame-Options",
            "X-Permitted-Cross-Domain-Policies",
            "X-XSS-Protection");

    private static final Set<String> NEVER = Set.of(
            "authorization",
            "clear-site-data",
            "connection",
            "content-length",
            "date",
            "keep-alive",
            "server",
            "set-cookie",
            "set-cookie2",
            "te",
            "trailer",
            "transfer-encoding",
            "upgrade",
            "www-authenticate");

    private final Set<String> names;

    private ReplayHeaders(Set<String> names) {
        this.names = Collections.unmodifiableSet(names);
    }

    /**
     * Those that always are, and these.
     *
     * @throws IllegalArgumentException for a header that must not be replayed
     */
    public static ReplayHeaders with(Collection<String> more) {
        Set<String> names = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
        names.addAll(DESCRIBING);
        names.addAll(CACHING);
        names.addAll(PROTECTING);
        for (String name : more) {
            if (isForbidden(name.toLowerCase(Locale.ROOT))) {
                throw new IllegalArgumentException("The header " + name + " must not be replayed: it belongs to one"
                        + " connection, session or origin");
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
