package dev.idempotency.spring.internal.web.request;

import dev.idempotency.core.fingerprint.RequestBody;
import dev.idempotency.core.fingerprint.RequestContent;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.Part;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The content of a request that is fingerprinted.
 *
 * <p>The body counts by its bytes, a multipart body by its parts. If it is encoded or malformed, the bytes count after all: then a
 * retry with another boundary is another request, but never is another request taken for a retry. If a filter has read
 * the body before, the fields or parts that the container has count.
 */
public final class RequestContents {

    private RequestContents() {}

    public static RequestContent of(RepeatableRequest request)
            throws IOException, ServletException, BodyTooLargeException, BodyMemoryFullException {
        return new RequestContent(
                request.getMethod(),
                request.getRequestURI(),
                request.getQueryString(),
                request.getContentType(),
                encoding(request),
                bodyOf(request));
    }

    private static RequestBody bodyOf(RepeatableRequest request)
            throws IOException, ServletException, BodyTooLargeException, BodyMemoryFullException {
        FormType type = FormType.of(request);
        byte[] bytes = request.body().bytes();
        if (bytes.length == 0 && type == FormType.URL_ENCODED) {
            return RequestBody.of(encoded(request, request.limit()));
        }
        if (bytes.length == 0 && type == FormType.MULTIPART && sentSomething(request)) {
            return RequestBody.of(fromContainer(request, request.limit()));
        }
        MultipartParser.Parts parts = type == FormType.MULTIPART && encoding(request) == null
                ? request.form().parts()
                : null;
        if (parts == null || parts.all().isEmpty()) {
            return RequestBody.of(bytes);
        }
        return new RequestBody.Multipart(
                RequestBody.of(bytes, 0, parts.preambleEnd()),
                parts.all().stream().map(BufferedPart::content).toList(),
                RequestBody.of(bytes, parts.epilogueStart(), bytes.length - parts.epilogueStart()));
    }

    private static @Nullable String encoding(HttpServletRequest request) {
        Enumeration<String> lines = request.getHeaders("Content-Encoding");
        return lines == null || !lines.hasMoreElements() ? null : String.join(",", Collections.list(lines));
    }

    private static boolean sentSomething(HttpServletRequest request) {
        return request.getContentLengthLong() > 0 || request.getHeader("Transfer-Encoding") != null;
    }

    /**
     * The fields as a client would write them. Who read them knew of no limit: the declared length has been compared with it, and
     * of a body in chunks this is the length. The query, whose fields are among them, does not count.
     */
    private static byte[] encoded(HttpServletRequest request, int limit) throws BodyTooLargeException {
        String query = request.getQueryString();
        long most = (long) limit + (query == null ? 0 : query.length() + 1);
        StringBuilder pairs = new StringBuilder();
        for (Map.Entry<String, String[]> field : request.getParameterMap().entrySet()) {
            for (String value : field.getValue()) {
                pairs.append(pairs.isEmpty() ? "" : "&")
                        .append(URLEncoder.encode(field.getKey(), StandardCharsets.UTF_8))
                        .append('=')
                        .append(URLEncoder.encode(value, StandardCharsets.UTF_8));
                if (request.getContentLengthLong() < 0 && pairs.length() > most) {
                    throw new BodyTooLargeException(limit);
                }
            }
        }
        return pairs.toString().getBytes(StandardCharsets.US_ASCII);
    }

    private static List<RequestBody.Part> fromContainer(RepeatableRequest request, int limit)
            throws IOException, ServletException, BodyTooLargeException, BodyMemoryFullException {
        List<RequestBody.Part> parts = new ArrayList<>();
        int left = limit;
        for (Part part : request.getParts()) {
            request.body().holdMore(part.getSize());
            try (var in = part.getInputStream()) {
                byte[] bytes = in.readNBytes(left + 1);
                left -= bytes.length;
                if (left < 0) {
                    throw new BodyTooLargeException(limit);
                }
                parts.add(new RequestBody.Part(
                        part.getName(),
                        part.getSubmittedFileName(),
                        part.getContentType(),
                        PartHeaders.areUsual(part) ? null : PartHeaders.lines(part),
                        RequestBody.of(bytes)));
            }
        }
        return parts;
    }
}
