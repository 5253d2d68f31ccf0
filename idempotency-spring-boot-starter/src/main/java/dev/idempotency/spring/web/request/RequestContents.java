package dev.idempotency.spring.web.request;

import dev.idempotency.core.fingerprint.RequestBody;
import dev.idempotency.core.fingerprint.RequestContent;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.Part;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.StringJoiner;
import java.util.TreeSet;

/**
 * Step 3 of a request's way: what of it is fingerprinted.
 *
 * <p>The body counts by its bytes, a multipart body by its parts. If a part has a header beside the two that are compared, or
 * cannot be understood, the bytes count after all: then a retry with another boundary is another request, but never is another
 * request taken for a retry. Where somebody read the body before, the fields or parts that he left in the container count.
 */
public final class RequestContents {

    private static final Set<String> COMPARED =
            caseInsensitive("Content-Disposition", "Content-Type", "Content-Length");

    private RequestContents() {}

    public static RequestContent of(RepeatableRequest request, int limit)
            throws IOException, ServletException, BodyTooLargeException {
        return new RequestContent(
                request.getMethod(),
                request.getRequestURI(),
                request.getQueryString(),
                request.getContentType(),
                bodyOf(request, limit));
    }

    private static RequestBody bodyOf(RepeatableRequest request, int limit)
            throws IOException, ServletException, BodyTooLargeException {
        if (request.body().isEmpty() && Form.isUrlEncoded(request)) {
            return RequestBody.of(encoded(request.getParameterMap()));
        }
        if (request.body().isEmpty() && Form.isMultipart(request) && sentSomething(request)) {
            return RequestBody.of(fromContainer(request, limit));
        }
        List<BufferedPart> parts = request.form().parts();
        if (parts != null && !parts.isEmpty() && parts.stream().allMatch(RequestContents::isCompared)) {
            return RequestBody.of(parts.stream().map(BufferedPart::content).toList());
        }
        return RequestBody.of(request.body().bytes());
    }

    private static boolean isCompared(BufferedPart part) {
        return COMPARED.containsAll(part.getHeaderNames());
    }

    private static boolean sentSomething(HttpServletRequest request) {
        return request.getContentLengthLong() > 0 || request.getHeader("Transfer-Encoding") != null;
    }

    private static byte[] encoded(Map<String, String[]> parameters) {
        StringJoiner pairs = new StringJoiner("&");
        parameters.forEach((name, values) -> {
            for (String value : values) {
                pairs.add(URLEncoder.encode(name, StandardCharsets.UTF_8)
                        + '='
                        + URLEncoder.encode(value, StandardCharsets.UTF_8));
            }
        });
        return pairs.toString().getBytes(StandardCharsets.US_ASCII);
    }

    private static List<RequestBody.Part> fromContainer(HttpServletRequest request, int limit)
            throws IOException, ServletException, BodyTooLargeException {
        List<RequestBody.Part> parts = new ArrayList<>();
        int left = limit;
        for (Part part : request.getParts()) {
            try (var in = part.getInputStream()) {
                byte[] bytes = in.readNBytes(left + 1);
                left -= bytes.length;
                if (left < 0) {
                    throw new BodyTooLargeException(limit);
                }
                parts.add(new RequestBody.Part(
                        part.getName(), part.getSubmittedFileName(), part.getContentType(), RequestBody.of(bytes)));
            }
        }
        return parts;
    }

    private static Set<String> caseInsensitive(String... names) {
        Set<String> set = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
        set.addAll(List.of(names));
        return set;
    }
}
