package dev.idempotency.client.jdk;

import dev.idempotency.client.internal.call.LogicalCall;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/** Makes attempts without a thread that waits, until there is something to give to the caller, or the caller has cancelled. */
@SuppressWarnings("FutureReturnValueIgnored")
final class AsyncAttempts<T> {

    private final LogicalCall call;
    private final BodyHandler<T> handler;
    private final BiFunction<HttpRequest, ReceivingHandler<T>, CompletableFuture<HttpResponse<Received<T>>>> client;
    private final CompletableFuture<Attempts> attempts;
    private final CompletableFuture<HttpResponse<T>> result = new CompletableFuture<>();
    private volatile Runnable stop = () -> {};

    AsyncAttempts(
            LogicalCall call,
            BodyHandler<T> handler,
            BiFunction<HttpRequest, ReceivingHandler<T>, CompletableFuture<HttpResponse<Received<T>>>> client,
            CompletableFuture<Attempts> attempts) {
        this.call = call;
        this.handler = handler;
        this.client = client;
        this.attempts = attempts;
    }

    /** Begins, and gives what the caller waits for. */
    CompletableFuture<HttpResponse<T>> result() {
        result.whenComplete((response, failure) -> {
            if (result.isCancelled()) {
                stop.run();
            }
        });
        attempts.whenComplete((read, failure) -> {
            if (failure != null) {
                result.completeExceptionally(cause(failure));
            } else {
                send();
            }
        });
        return result;
    }

    private void send() {
        if (result.isDone()) {
            return;
        }
        try {
            HttpRequest request = attempts.join().next();
            ReceivingHandler<T> receiving = new ReceivingHandler<>(handler, request.timeout());
            CompletableFuture<HttpResponse<Received<T>>> sent = client.apply(request, receiving);
            onCancellation(() -> sent.cancel(true));
            sent.whenComplete((response, failure) -> ended(receiving, response, failure));
        } catch (RuntimeException e) {
            result.completeExceptionally(e);
        }
    }

    private void ended(
            ReceivingHandler<T> receiving, @Nullable HttpResponse<Received<T>> response, @Nullable Throwable failure) {
        try {
            if (response != null) {
                answered(new Answered<>(response));
            } else if (failure != null) {
                Throwable cause = cause(failure);
                Optional<Duration> pause = receiving
                        .beginning()
                        .map(beginning -> call.pauseAfter(beginning, cause))
                        .orElseGet(() -> call.pauseAfter(cause));
                again(pause, () -> result.completeExceptionally(cause));
            }
        } catch (RuntimeException e) {
            result.completeExceptionally(e);
        }
    }

    private void answered(Answered<T> answered) {
        Optional<Duration> pause;
        try {
            pause = call.pauseAfter(answered.answer());
        } catch (RuntimeException mismatch) {
            answered.discard();
            throw mismatch;
        }
        if (pause.isPresent()) {
            answered.discard();
        }
        again(pause, () -> {
            onCancellation(answered::discard);
            answered.response().whenComplete(this::done);
        });
    }

    /** What ends the work that is under way, if the caller leaves, or has left already. */
    private void onCancellation(Runnable action) {
        stop = action;
        if (result.isCancelled()) {
            action.run();
        }
    }

    private void done(@Nullable HttpResponse<T> response, @Nullable Throwable failure) {
        if (failure != null) {
            result.completeExceptionally(cause(failure));
        } else {
            result.complete(response);
        }
    }

    private void again(Optional<Duration> pause, Runnable otherwise) {
        if (pause.isEmpty()) {
            otherwise.run();
            return;
        }
        Executor later = CompletableFuture.delayedExecutor(pause.get().toNanos(), TimeUnit.NANOSECONDS);
        later.execute(this::send);
    }

    private static Throwable cause(Throwable failure) {
        Throwable cause = failure.getCause();
        return failure instanceof CompletionException && cause != null ? cause : failure;
    }
}
