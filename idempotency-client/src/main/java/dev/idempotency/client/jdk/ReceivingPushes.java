package dev.idempotency.client.jdk;

import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.PushPromiseHandler;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/** What a server pushes goes to the application as it would without us. */
record ReceivingPushes<T>(PushPromiseHandler<T> handler) implements PushPromiseHandler<Received<T>> {

    @Override
    public void applyPushPromise(
            HttpRequest initiating,
            HttpRequest push,
            Function<BodyHandler<Received<T>>, CompletableFuture<HttpResponse<Received<T>>>> acceptor) {
        handler.applyPushPromise(
                initiating,
                push,
                own -> acceptor.apply(new ReceivingHandler<>(own, Optional.empty()))
                        .thenCompose(response -> new Answered<>(response).response()));
    }
}
