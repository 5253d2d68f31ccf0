package dev.idempotency.client.jdk;

import java.net.URI;
import java.net.http.HttpClient.Version;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Optional;
import javax.net.ssl.SSLSession;
import org.jspecify.annotations.Nullable;

/** A response with the body that the application's handler has made. Those before it, which redirected, have none. */
record AnsweredResponse<T extends @Nullable Object>(HttpResponse<?> response, T body) implements HttpResponse<T> {

    @Override
    public int statusCode() {
        return response.statusCode();
    }

    @Override
    public HttpRequest request() {
        return response.request();
    }

    @Override
    @SuppressWarnings({"unchecked", "NullAway"})
    public Optional<HttpResponse<T>> previousResponse() {
        return response.previousResponse().map(previous -> new AnsweredResponse<>(previous, null));
    }

    @Override
    public HttpHeaders headers() {
        return response.headers();
    }

    @Override
    public Optional<SSLSession> sslSession() {
        return response.sslSession();
    }

    @Override
    public URI uri() {
        return response.uri();
    }

    @Override
    public Version version() {
        return response.version();
    }
}
