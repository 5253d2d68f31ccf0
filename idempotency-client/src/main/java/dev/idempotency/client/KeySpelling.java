package dev.idempotency.client;

import dev.idempotency.core.key.IdempotencyKey;

/** How a key is spelled in the request's header. */
public enum KeySpelling {
    /** As it is, which most servers expect: {@code Idempotency-Key: order-4711}. Such a key has no spaces. */
    BARE,
    /** As the string of the IETF draft: {@code Idempotency-Key: "order-4711"}. */
    QUOTED;

    /**
     * The value of the header.
     *
     * @throws IllegalArgumentException if the key cannot be spelled so; the message does not show the key
     */
    public String spell(IdempotencyKey key) {
        String value = key.value();
        if (this == QUOTED) {
            return '"' + value.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
        }
        if (value.indexOf(' ') >= 0 || value.startsWith("\"")) {
            throw new IllegalArgumentException(
                    "A bare idempotency key has no space and does not start with a quote; spell it quoted instead");
        }
        return value;
    }
}
