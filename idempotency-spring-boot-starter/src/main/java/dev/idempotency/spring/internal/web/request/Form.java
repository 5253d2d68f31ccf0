package dev.idempotency.spring.internal.web.request;

import jakarta.servlet.http.HttpServletRequest;
import java.net.URLDecoder;
import java.nio.charset.Charset;
import java.nio.charset.IllegalCharsetNameException;
import java.nio.charset.StandardCharsets;
import java.nio.charset.UnsupportedCharsetException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.web.server.ResponseStatusException;

/**
 * The fields and files in a body, if it is a form: taken apart when first asked for.
 *
 * <p>As in a container, only a POST has url-encoded fields, and fields come after the parameters of the query.
 */
final class Form {

    private final HttpServletRequest request;
    private final BufferedBody body;
    private @Nullable Map<String, String[]> merged;
    private MultipartParser.@Nullable Parts parts;
    private @Nullable ResponseStatusException refusal;
    private boolean partsKnown;

    private Form(HttpServletRequest request, BufferedBody body) {
        this.request = request;
        this.body = body;
    }

    static Form of(HttpServletRequest request, BufferedBody body) {
        return new Form(request, body);
    }

    static Charset charset(@Nullable String encoding) {
        try {
            return encoding == null ? StandardCharsets.UTF_8 : Charset.forName(encoding);
        } catch (IllegalCharsetNameException | UnsupportedCharsetException e) {
            return StandardCharsets.UTF_8;
        }
    }

    /**
     * The parameters of the query, and the fields.
     *
     * @param containers what the container knows; not asked for a multipart body, as it would look for parts in what has been
     *     read already
     */
    synchronized Map<String, String[]> mergedWith(Supplier<Map<String, String[]>> containers) {
        Map<String, String[]> known = merged;
        if (known != null) {
            return known;
        }
        Map<String, List<String>> all = new LinkedHashMap<>();
        if (FormType.of(request) == FormType.MULTIPART && !body.isEmpty()) {
            addQuery(all);
            addParts(all);
        } else {
            containers.get().forEach((name, values) -> all.put(name, new ArrayList<>(List.of(values))));
            addFields(all);
        }
        Map<String, String[]> arrays = new LinkedHashMap<>();
        all.forEach((name, values) -> arrays.put(name, values.toArray(String[]::new)));
        merged = Collections.unmodifiableMap(arrays);
        return merged;
    }

    /** The parts of a multipart body; null when it is malformed or none at all. */
    synchronized MultipartParser.@Nullable Parts parts() {
        if (!partsKnown) {
            partsKnown = true;
            try {
                parts = FormType.of(request) == FormType.MULTIPART
                        ? MultipartParser.parse(body.bytes(), request)
                        : null;
            } catch (ResponseStatusException e) {
                refusal = e;
            }
        }
        return parts;
    }

    /** Why there are no parts, where there is more to say than that the body is malformed. */
    synchronized @Nullable ResponseStatusException refusal() {
        return refusal;
    }

    private void addFields(Map<String, List<String>> all) {
        if (!body.isEmpty()
                && FormType.of(request) == FormType.URL_ENCODED
                && request.getMethod().equals("POST")) {
            addPairs(
                    all,
                    new String(body.bytes(), StandardCharsets.ISO_8859_1),
                    charset(request.getCharacterEncoding()));
        }
    }

    private void addQuery(Map<String, List<String>> all) {
        String query = request.getQueryString();
        if (query != null) {
            addPairs(all, query, StandardCharsets.UTF_8);
        }
    }

    private void addParts(Map<String, List<String>> all) {
        MultipartParser.Parts found = parts();
        if (found != null) {
            Charset charset = charset(request.getCharacterEncoding());
            found.all().stream()
                    .filter(part -> part.getSubmittedFileName() == null)
                    .forEach(part -> add(all, part.getName(), part.text(charset)));
        }
    }

    private static void addPairs(Map<String, List<String>> all, String pairs, Charset charset) {
        for (String pair : pairs.split("&", -1)) {
            if (!pair.isEmpty()) {
                int equals = pair.indexOf('=');
                String name = equals < 0 ? pair : pair.substring(0, equals);
                String value = equals < 0 ? "" : pair.substring(equals + 1);
                add(all, decoded(name, charset), decoded(value, charset));
            }
        }
    }

    /** What is no valid escape is taken as it stands. */
    private static String decoded(String text, Charset charset) {
        String inCharset = new String(text.getBytes(StandardCharsets.ISO_8859_1), charset);
        try {
            return URLDecoder.decode(inCharset, charset);
        } catch (IllegalArgumentException e) {
            return inCharset;
        }
    }

    private static void add(Map<String, List<String>> all, String name, String value) {
        all.computeIfAbsent(name, unseen -> new ArrayList<>()).add(value);
    }
}
