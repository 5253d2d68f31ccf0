package dev.idempotency.core.internal.key;

import dev.idempotency.core.key.IdempotencyKey;

/** What a request's header lines say about its key. */
public sealed interface KeyParseResult {

    /** There is one key, and it is well-formed. */
    record Present(IdempotencyKey key) implements KeyParseResult {}

    /** There is no header line at all. An empty one is {@link Refused}: its sender meant to protect the request. */
    record Missing() implements KeyParseResult {}

    /** There is something that is not exactly one well-formed key. */
    record Refused(KeyRefusal reason) implements KeyParseResult {}
}
