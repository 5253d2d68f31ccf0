package dev.idempotency.chaos.client;

import dev.idempotency.chaos.history.AnswerForm;
import dev.idempotency.chaos.history.EndpointKind;
import dev.idempotency.chaos.history.KeyName;

/**
 * What a client wants, and how it goes about it.
 *
 * @param form in which form it wants its answer
 * @param act what the handler is told to do: go well, be slow, decline, fail at first, or lose the provider's answer at first
 * @param node the first one to ask
 * @param duplicated whether the same request goes to another node at the same time
 * @param straggling whether a copy of the request arrives late
 * @param departure at which point of an exchange the client leaves, the first time it gets there
 * @param reused whether the key is also sent with another payload
 */
public record Plan(
        KeyName key,
        EndpointKind endpoint,
        AnswerForm form,
        String act,
        String payload,
        int node,
        boolean duplicated,
        boolean straggling,
        Departure departure,
        boolean reused) {

    /** A request from a client that sends it once. */
    public static Plan simple(KeyName key, EndpointKind endpoint, String act) {
        return new Plan(key, endpoint, AnswerForm.SHORT, act, "5", 1, false, false, Departure.NONE, false);
    }
}
