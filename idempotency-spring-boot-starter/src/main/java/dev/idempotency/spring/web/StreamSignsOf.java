package dev.idempotency.spring.web;

import dev.idempotency.spring.web.response.StreamSigns;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.Locale;
import org.springframework.web.filter.ShallowEtagHeaderFilter;

/**
 * The signs by which Spring's streams are known. For its emitters and {@code StreamingResponseBody} Spring sets an attribute
 * that asks filters not to hold the answer back.
 */
final class StreamSignsOf implements StreamSigns {

    private static final String STREAMING = ShallowEtagHeaderFilter.class.getName() + ".STREAMING";

    private final HttpServletRequest request;
    private final HttpServletResponse response;

    StreamSignsOf(HttpServletRequest request, HttpServletResponse response) {
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
