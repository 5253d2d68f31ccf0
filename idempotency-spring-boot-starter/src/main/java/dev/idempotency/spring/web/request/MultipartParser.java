package dev.idempotency.spring.web.request;

import jakarta.servlet.ServletContext;
import jakarta.servlet.http.HttpServletRequest;
import java.io.File;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.springframework.http.ContentDisposition;
import org.springframework.http.MediaType;

/**
 * Takes a {@code multipart/form-data} body apart (RFC 7578, RFC 2046 section 5.1).
 *
 * <ol>
 *   <li>Everything before the first delimiter is ignored. A delimiter is {@code --boundary} at the beginning of a line, perhaps
 *       with white space after it.
 *   <li>After it come header lines up to an empty one, then the content, up to the line break before the next delimiter.
 *   <li>A delimiter that ends in {@code --} is the last one; what comes after it is ignored.
 * </ol>
 *
 * A body without any delimiter has no parts. One that does not end so, or a part without a name, is malformed.
 */
final class MultipartParser {

    private static final byte[] LINE_BREAK = {'\r', '\n'};
    private static final int MAX_HEADER_BYTES = 8192;

    private final byte[] body;
    private final byte[] delimiter;
    private final Charset charset;
    private final Path directory;
    private final List<BufferedPart> parts = new ArrayList<>();
    private int position;

    private MultipartParser(byte[] body, String boundary, Charset charset, Path directory) {
        this.body = body;
        this.delimiter = ("--" + boundary).getBytes(StandardCharsets.ISO_8859_1);
        this.charset = charset;
        this.directory = directory;
    }

    /** The parts in their order, or null when the body is malformed. */
    static @Nullable List<BufferedPart> parse(byte[] body, HttpServletRequest request) {
        String boundary = boundary(request.getContentType());
        if (boundary == null) {
            return null;
        }
        Charset charset = Form.charset(request.getCharacterEncoding());
        return new MultipartParser(body, boundary, charset, directory(request)).parse();
    }

    private @Nullable List<BufferedPart> parse() {
        int first = delimiterFrom(0);
        if (first < 0) {
            return parts;
        }
        position = first + delimiter.length;
        while (!startsWith(position, "--")) {
            if (!skipLine() || !part()) {
                return null;
            }
        }
        return parts;
    }

    /** White space and the line break after a delimiter. */
    private boolean skipLine() {
        while (position < body.length && (body[position] == ' ' || body[position] == '\t')) {
            position++;
        }
        boolean ends = startsWith(position, "\r\n");
        position += LINE_BREAK.length;
        return ends;
    }

    private boolean part() {
        Map<String, List<String>> headers = headers();
        if (headers == null) {
            return false;
        }
        // An empty part may have its line break before the delimiter in common with the headers.
        int next = delimiterFrom(position - LINE_BREAK.length);
        List<String> dispositions = headers.get("Content-Disposition");
        if (next < 0 || dispositions == null) {
            return false;
        }
        ContentDisposition disposition = disposition(dispositions.get(0));
        String name = disposition == null ? null : disposition.getName();
        if (disposition == null || name == null) {
            return false;
        }
        int end = Math.max(position, next - LINE_BREAK.length);
        parts.add(
                new BufferedPart(body, position, end - position, name, disposition.getFilename(), headers, directory));
        position = next + delimiter.length;
        return true;
    }

    private @Nullable Map<String, List<String>> headers() {
        Map<String, List<String>> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        int limit = Math.min(body.length, position + MAX_HEADER_BYTES);
        while (true) {
            int end = indexOf(LINE_BREAK, position, limit);
            if (end < 0) {
                return null;
            }
            String line = new String(body, position, end - position, charset);
            position = end + LINE_BREAK.length;
            if (line.isEmpty()) {
                return headers;
            }
            int colon = line.indexOf(':');
            if (colon < 1) {
                return null;
            }
            headers.computeIfAbsent(line.substring(0, colon).strip(), unseen -> new ArrayList<>())
                    .add(line.substring(colon + 1).strip());
        }
    }

    /** Where the next delimiter begins that stands at the beginning of a line; negative when there is none. */
    private int delimiterFrom(int from) {
        int found = indexOf(delimiter, from, body.length);
        while (found > 0 && !startsWith(found - LINE_BREAK.length, "\r\n")) {
            found = indexOf(delimiter, found + 1, body.length);
        }
        return found;
    }

    private int indexOf(byte[] wanted, int from, int limit) {
        for (int i = from; i <= limit - wanted.length; i++) {
            int matched = 0;
            while (matched < wanted.length && body[i + matched] == wanted[matched]) {
                matched++;
            }
            if (matched == wanted.length) {
                return i;
            }
        }
        return -1;
    }

    private boolean startsWith(int from, String ascii) {
        if (from < 0 || from + ascii.length() > body.length) {
            return false;
        }
        for (int i = 0; i < ascii.length(); i++) {
            if (body[from + i] != ascii.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    private static @Nullable String boundary(@Nullable String contentType) {
        try {
            String boundary = contentType == null
                    ? null
                    : MediaType.parseMediaType(contentType).getParameter("boundary");
            if (boundary == null || boundary.length() < 2 || !boundary.startsWith("\"")) {
                return boundary;
            }
            return boundary.substring(1, boundary.length() - 1);
        } catch (IllegalArgumentException e) {
            return null;
        }
    }

    private static @Nullable ContentDisposition disposition(String value) {
        try {
            return ContentDisposition.parse(value);
        } catch (IllegalArgumentException e) {
            return null;
        }
    }

    private static Path directory(HttpServletRequest request) {
        Object directory = request.getServletContext().getAttribute(ServletContext.TEMPDIR);
        return directory instanceof File file ? file.toPath() : Path.of("");
    }
}
