package dev.idempotency.client.jdk;

import dev.idempotency.client.CallAnswer;
import dev.idempotency.client.call.BlockingAttempts;
import dev.idempotency.client.call.BrokenAnswer;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** An answer of which is to be decided whether the caller gets it. */
record Answered<T>(HttpResponse<Received<T>> received) implements BlockingAttempts.Attempted {

    /** The answer, if it arrived in full. */
    static <T> Answered<T> of(HttpResponse<Received<T>> received) throws BrokenAnswer {
        Answered<T> answered = new Answered<>(received);
        Optional<Throwable> failure = received.body().failure();
        if (failure.isPresent()) {
            throw new BrokenAnswer(answered.answer(), asIo(failure.get()));
        }
        return answered;
    }

    private static IOException asIo(Throwable failure) {
        return failure instanceof IOException io ? io : new IOException(failure);
    }

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
