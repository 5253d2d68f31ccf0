package dev.idempotency.chaos.client;

import dev.idempotency.chaos.history.KeyName;
import dev.idempotency.chaos.history.Way;

/**
 * What a client wants, and how it goes about it.
 *
 * @param act what the handler is told to do: go well, be slow, decline, fail at first, or lose the provider's answer at first
 * @param node the first one to ask
 * @param duplicated whether the same request goes to another node at the same time
 * @param straggling whether a copy of the request arrives late
 * @param abandoned whether the client hangs up at first
 * @param reused whether the key is also sent with another payload
 */
public record Plan(
        KeyName key,
        Way way,
        String act,
        String payload,
        int node,
        boolean duplicated,
        boolean straggling,
        boolean abandoned,
        boolean reused) {

    /** A request from a client that sends it once. */
    public static Plan simple(KeyName key, Way way, String act) {
        return new Plan(key, way, act, "5", 1, false, false, false, false);
    }
}
