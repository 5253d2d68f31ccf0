package dev.idempotency.spring.internal.web;

import dev.idempotency.spring.internal.web.response.StreamDetector;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.Locale;
import org.springframework.web.filter.ShallowEtagHeaderFilter;

/**
 * The signs by which Spring's streams are known. For its emitters and {@code StreamingResponseBody} Spring sets an attribute
 * that asks filters not to hold the answer back.
 */
final class ServletStreamDetector implements StreamDetector {

    private static final String STREAMING = ShallowEtagHeaderFilter.class.getName() + ".STREAMING";

    private final HttpServletRequest request;
    private final HttpServletResponse response;

    ServletStreamDetector(HttpServletRequest request, HttpServletResponse response) {
        this.request = request;
        this.response = response;
    }

    @Override
    public boolean isStream() {
        return request.getAttribute(STREAMING) != null || isEventStream(response.getContentType());
    }

    @Override
    public boolean isAsync() {
        return request.isAsyncStarted();
    }

    private static boolean isEventStream(String contentType) {
        return contentType != null && contentType.toLowerCase(Locale.ROOT).startsWith("text/event-stream");
    }
}
