package dev.idempotency.client.jdk;

import dev.idempotency.client.CallAnswer;
import dev.idempotency.client.internal.call.BlockingAttempts;
import java.net.http.HttpResponse;
import java.util.concurrent.CompletableFuture;

/** An answer of which is to be decided whether the caller gets it. */
record Answered<T>(HttpResponse<Received<T>> received) implements BlockingAttempts.Attempted {

    @Override
    public CallAnswer answer() {
        return new CallAnswer(
                received.statusCode(),
                name -> received.headers().firstValue(name).orElse(null),
                received.body().bytes());
    }

    @Override
    public void discard() {
        received.body().discard().run();
    }

    /** The caller gets it. */
    CompletableFuture<HttpResponse<T>> response() {
        return received.body()
                .forCaller()
                .get()
                .<HttpResponse<T>>thenApply(body -> new AnsweredResponse<>(received, body))
                .toCompletableFuture();
    }
}
