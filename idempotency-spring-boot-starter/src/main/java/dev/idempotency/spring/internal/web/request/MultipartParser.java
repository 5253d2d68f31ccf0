package dev.idempotency.spring.internal.web.request;

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
import org.springframework.http.HttpStatus;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.MediaType;
import org.springframework.web.server.ResponseStatusException;

/**
 * Takes a {@code multipart/form-data} body apart (RFC 7578, RFC 2046 section 5.1).
 *
 * <ol>
 *   <li>Everything before the first delimiter is ignored. A delimiter is {@code --boundary} at the beginning of a line, perhaps
 *       with white space after it. A boundary has 1 to 70 characters.
 *   <li>After it come header lines up to an empty one, then the content, up to the line break before the next delimiter.
 *   <li>A delimiter that ends in {@code --} is the last one; what comes after it is ignored.
 * </ol>
 *
 * A body without any delimiter has no parts. One that does not end so, or a part without a name, is malformed.
 *
 * <p>Every byte is compared twice at most, whatever boundary and body are: see {@link #delimiterFrom}.
 */
final class MultipartParser {

    private static final byte[] LINE_BREAK = {'\r', '\n'};
    private static final int NONE = Integer.MIN_VALUE;
    private static final int MAX_BOUNDARY_LENGTH = 70;
    private static final int MAX_HEADER_BYTES = 8192;
    /** Header lines cost many times their length: all together they are this many bytes, or a sixteenth of the body. */
    private static final int MAX_BYTES_OF_ALL_HEADERS = 64 * 1024;

    private static final int MAX_SHARE_OF_HEADERS = 16;

    private final byte[] body;
    /** With the line break before it. */
    private final byte[] delimiter;

    private final Charset charset;
    private final Path directory;
    private final List<BufferedPart> parts = new ArrayList<>();
    private int position;
    private int headersLeft;

    private MultipartParser(byte[] body, String boundary, Charset charset, Path directory) {
        this.body = body;
        this.headersLeft = Math.max(MAX_BYTES_OF_ALL_HEADERS, body.length / MAX_SHARE_OF_HEADERS);
        this.delimiter = ("\r\n--" + boundary).getBytes(StandardCharsets.ISO_8859_1);
        this.charset = charset;
        this.directory = directory;
    }

    /** The parts in their order, where the first delimiter begins and where the last one ends. */
    record Parts(List<BufferedPart> all, int preambleEnd, int epilogueStart) {}

    /**
     * The parts, or null when the body is malformed.
     *
     * @throws ResponseStatusException where the body is not even read, with the status that says so
     */
    static @Nullable Parts parse(byte[] body, HttpServletRequest request) {
        String boundary = boundary(request.getContentType());
        if (boundary == null || boundary.isEmpty()) {
            return null;
        }
        requireLegalLength(boundary);
        Charset charset = Form.charset(request.getCharacterEncoding());
        return new MultipartParser(body, boundary, charset, directory(request)).parse();
    }

    /** @throws ResponseStatusException as {@link #parse} */
    static void requireBoundaryOfLegalLength(@Nullable String contentType) {
        String boundary = boundary(contentType);
        if (boundary != null) {
            requireLegalLength(boundary);
        }
    }

    private static void requireLegalLength(String boundary) {
        if (boundary.length() > MAX_BOUNDARY_LENGTH) {
            throw new ResponseStatusException(
                    HttpStatus.BAD_REQUEST, "A boundary has at most " + MAX_BOUNDARY_LENGTH + " characters");
        }
    }

    private @Nullable Parts parse() {
        int first = matchedAt(0, LINE_BREAK.length) == delimiter.length ? -LINE_BREAK.length : delimiterFrom(0);
        if (first == NONE) {
            return new Parts(parts, body.length, body.length);
        }
        position = first + delimiter.length;
        while (!startsWith(position, "--")) {
            if (!skipLine() || !part()) {
                return null;
            }
        }
        return new Parts(parts, first + LINE_BREAK.length, position + LINE_BREAK.length);
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
        int headersStart = position;
        Map<String, List<String>> headers = headers();
        if (headers == null) {
            return false;
        }
        // An empty part may have its line break before the delimiter in common with the headers.
        int next = delimiterFrom(position - LINE_BREAK.length);
        List<String> dispositions = headers.get("Content-Disposition");
        if (next == NONE || dispositions == null) {
            return false;
        }
        ContentDisposition disposition = disposition(dispositions.get(0));
        String name = disposition == null ? null : disposition.getName();
        if (disposition == null || name == null) {
            return false;
        }
        int end = Math.max(position, next);
        parts.add(new BufferedPart(
                body, headersStart, position, end - position, name, disposition.getFilename(), headers, directory));
        position = next + delimiter.length;
        return true;
    }

    private @Nullable Map<String, List<String>> headers() {
        Map<String, List<String>> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        int limit = Math.min(body.length, position + MAX_HEADER_BYTES);
        while (true) {
            int end = lineEnd(limit);
            if (end == NONE) {
                return null;
            }
            int start = position;
            headersLeft -= end + LINE_BREAK.length - position;
            if (headersLeft < 0) {
                throw new ResponseStatusException(
                        HttpStatusCode.valueOf(413), "The parts of the body have too many headers");
            }
            position = end + LINE_BREAK.length;
            String line = new String(body, start, end - start, charset);
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

    /**
     * Where the line break before the next delimiter is. The delimiter has a carriage return at its beginning only, so what has
     * matched in part does not hold the beginning of another match and is passed over.
     */
    private int delimiterFrom(int from) {
        int last = body.length - delimiter.length;
        for (int i = from; i <= last; i++) {
            int matched = matchedAt(i, 0);
            if (matched == delimiter.length) {
                return i;
            }
            i += Math.max(0, matched - 1);
        }
        return NONE;
    }

    /** Up to where the delimiter stands in the body, when compared from one of its bytes on. */
    private int matchedAt(int at, int first) {
        int matched = first;
        int offset = at - first;
        while (matched < delimiter.length
                && offset + matched < body.length
                && body[offset + matched] == delimiter[matched]) {
            matched++;
        }
        return matched;
    }

    private int lineEnd(int limit) {
        for (int i = position; i <= limit - LINE_BREAK.length; i++) {
            if (body[i] == '\r' && body[i + 1] == '\n') {
                return i;
            }
        }
        return NONE;
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
