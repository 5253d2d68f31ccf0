package dev.idempotency.client.spring;

import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpRequest;
import org.springframework.http.client.support.HttpRequestWrapper;
import org.springframework.util.MultiValueMap;

/**
 * The requests of the attempts. On Framework 7 each has headers of its own, since the inner interceptors run again and would
 * add to what they have added before. On 6.2 they do not run again: all have the same headers.
 */
final class RequestCopies {

    /** Until Framework 7, headers were a map. */
    private static final boolean INTERCEPTORS_RUN_AGAIN = !MultiValueMap.class.isAssignableFrom(HttpHeaders.class);

    private final HttpRequest request;
    private final String headerName;
    private final String headerValue;
    private @Nullable HttpRequest last;

    RequestCopies(HttpRequest request, String headerName, String headerValue) {
        this.request = request;
        this.headerName = headerName;
        this.headerValue = headerValue;
    }

    /** The request of the next attempt. */
    HttpRequest next() {
        HttpRequest next = last == null || INTERCEPTORS_RUN_AGAIN ? copy() : last;
        last = next;
        return next;
    }

    private HttpRequest copy() {
        HttpHeaders headers = new HttpHeaders();
        request.getHeaders().forEach(headers::addAll);
        headers.set(headerName, headerValue);
        return new HttpRequestWrapper(request) {
            @Override
            public HttpHeaders getHeaders() {
                return headers;
            }
        };
    }
}
