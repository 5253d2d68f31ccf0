package dev.idempotency.client.jdk;

import dev.idempotency.client.CallAnswer;
import dev.idempotency.client.IdempotentCalls;
import dev.idempotency.client.internal.call.BlockingAttempts;
import dev.idempotency.client.internal.call.BrokenAnswer;
import dev.idempotency.client.internal.call.CallRequest;
import dev.idempotency.client.internal.call.Calls;
import dev.idempotency.client.internal.call.LogicalCall;
import java.io.IOException;
import java.net.Authenticator;
import java.net.CookieHandler;
import java.net.ProxySelector;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.PushPromiseHandler;
import java.net.http.WebSocket;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import org.jspecify.annotations.Nullable;

/**
 * The JDK's client, which gives POST and PATCH requests to named hosts a key, and sends them again with the same key and body
 * while that helps. All else goes to the client that it wraps, which its owner closes.
 */
public final class IdempotentHttpClient extends HttpClient {

    private final HttpClient client;
    private final Calls calls;

    public IdempotentHttpClient(HttpClient client, IdempotentCalls calls) {
        this.client = client;
        this.calls = new Calls(calls);
    }

    @Override
    public <T> HttpResponse<T> send(HttpRequest request, BodyHandler<T> handler)
            throws IOException, InterruptedException {
        Optional<LogicalCall> begun = begin(request);
        if (begun.isEmpty()) {
            return client.send(request, handler);
        }
        LogicalCall call = begun.get();
        Attempts attempts = await(Attempts.of(request, call, calls.headerName()), () -> {});
        try {
            Answered<T> answered =
                    BlockingAttempts.<Answered<T>, Exception>make(call, () -> attempt(attempts.next(), handler));
            return await(answered.response(), answered::discard);
        } catch (IOException | InterruptedException | RuntimeException thrown) {
            throw thrown;
        } catch (Exception other) {
            throw new IOException(other);
        }
    }

    /** Waits as the client's own blocking calls do: they can be interrupted, and fail with what the caller has to catch anyway. */
    private static <T> T await(CompletableFuture<T> future, Runnable onInterruption)
            throws IOException, InterruptedException {
        try {
            return future.get();
        } catch (InterruptedException e) {
            onInterruption.run();
            throw e;
        } catch (ExecutionException e) {
            Throwable cause = e.getCause();
            if (cause instanceof IOException io) {
                throw io;
            }
            throw new IOException(cause);
        }
    }

    private <T> Answered<T> attempt(HttpRequest request, BodyHandler<T> handler)
            throws IOException, InterruptedException, BrokenAnswer {
        ReceivingHandler<T> receiving = new ReceivingHandler<>(handler, request.timeout());
        try {
            return new Answered<>(client.send(request, receiving));
        } catch (IOException e) {
            Optional<CallAnswer> beginning = receiving.beginning();
            if (beginning.isPresent()) {
                throw new BrokenAnswer(beginning.get(), e);
            }
            throw e;
        }
    }

    @Override
    public <T> CompletableFuture<HttpResponse<T>> sendAsync(HttpRequest request, BodyHandler<T> handler) {
        return begin(request)
                .map(call -> new AsyncAttempts<T>(
                                call, handler, client::sendAsync, Attempts.of(request, call, calls.headerName()))
                        .result())
                .orElseGet(() -> client.sendAsync(request, handler));
    }

    @Override
    public <T> CompletableFuture<HttpResponse<T>> sendAsync(
            HttpRequest request, BodyHandler<T> handler, @Nullable PushPromiseHandler<T> pushes) {
        if (pushes == null) {
            return sendAsync(request, handler);
        }
        return begin(request)
                .map(call -> new AsyncAttempts<T>(
                                call,
                                handler,
                                (attempt, receiving) ->
                                        client.sendAsync(attempt, receiving, new ReceivingPushes<>(pushes)),
                                Attempts.of(request, call, calls.headerName()))
                        .result())
                .orElseGet(() -> client.sendAsync(request, handler, pushes));
    }

    private Optional<LogicalCall> begin(HttpRequest request) {
        return calls.begin(new CallRequest(
                request.method(),
                request.uri(),
                request.headers().firstValue(calls.headerName()),
                Optional.empty(),
                Optional.empty(),
                IdempotentCalls.currentBusinessId()));
    }

    @Override
    public Optional<CookieHandler> cookieHandler() {
        return client.cookieHandler();
    }

    @Override
    public Optional<Duration> connectTimeout() {
        return client.connectTimeout();
    }

    @Override
    public Redirect followRedirects() {
        return client.followRedirects();
    }

    @Override
    public Optional<ProxySelector> proxy() {
        return client.proxy();
    }

    @Override
    public SSLContext sslContext() {
        return client.sslContext();
    }

    @Override
    public SSLParameters sslParameters() {
        return client.sslParameters();
    }

    @Override
    public Optional<Authenticator> authenticator() {
        return client.authenticator();
    }

    @Override
    public Version version() {
        return client.version();
    }

    @Override
    public Optional<Executor> executor() {
        return client.executor();
    }

    @Override
    public WebSocket.Builder newWebSocketBuilder() {
        return client.newWebSocketBuilder();
    }
}
