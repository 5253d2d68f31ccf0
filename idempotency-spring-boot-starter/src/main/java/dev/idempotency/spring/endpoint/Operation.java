package dev.idempotency.spring.endpoint;

import dev.idempotency.core.internal.digest.Sha256;

/** The name of what is asked for: method and route pattern. */
final class Operation {

    private static final int MAX_LENGTH = 255;

    private Operation() {}

    /** A name too long to be stored keeps its beginning and ends with a hash of the whole. */
    static String of(String method, String pattern) {
        String name = method + ' ' + (pattern.isEmpty() ? "/" : pattern);
        if (name.length() <= MAX_LENGTH) {
            return name;
        }
        String hash = "#" + Sha256.shortHex(name);
        return name.substring(0, MAX_LENGTH - hash.length()) + hash;
    }
}
