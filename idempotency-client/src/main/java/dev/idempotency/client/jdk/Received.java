package dev.idempotency.client.jdk;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/**
 * A body that was received.
 *
 * @param bytes all of it, or its beginning
 * @param failure how it broke off, if it did
 * @param forCaller what the application's handler makes of it; to be asked for once, and only for the answer that the caller gets
 * @param discard ends a body that still flows
 */
@SuppressWarnings("ArrayRecordComponent")
record Received<T>(
        byte[] bytes, Optional<Throwable> failure, Supplier<CompletionStage<T>> forCaller, Runnable discard) {

    static <T> Received<T> flowing(byte[] beginning, Supplier<CompletionStage<T>> forCaller, Runnable discard) {
        return new Received<>(beginning, Optional.empty(), forCaller, discard);
    }

    static <T> Received<T> whole(byte[] bytes, Supplier<CompletionStage<T>> forCaller) {
        return new Received<>(bytes, Optional.empty(), forCaller, () -> {});
    }

    static <T> Received<T> broken(byte[] beginning, Throwable failure) {
        return new Received<>(beginning, Optional.of(failure), () -> CompletableFuture.failedFuture(failure), () -> {});
    }
}
