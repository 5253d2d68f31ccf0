package dev.idempotency.client.jdk;

import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/**
 * A body that was received.
 *
 * @param bytes all of it, or its beginning
 * @param forCaller what the application's handler makes of it; to be asked for once, and only for the answer that the caller gets
 * @param discard ends a body that still flows
 */
@SuppressWarnings("ArrayRecordComponent")
record Received<T>(byte[] bytes, Supplier<CompletionStage<T>> forCaller, Runnable discard) {}
