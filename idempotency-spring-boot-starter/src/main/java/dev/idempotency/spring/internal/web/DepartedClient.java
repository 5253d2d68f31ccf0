package dev.idempotency.spring.internal.web;

import dev.idempotency.core.internal.outcome.Causes;
import dev.idempotency.spring.internal.web.response.CapturedResponse;
import org.springframework.web.context.request.async.AsyncRequestNotUsableException;
import org.springframework.web.context.request.async.AsyncRequestTimeoutException;

/** Tells what a handler threw from what its client's connection threw. */
final class DepartedClient {

    private DepartedClient() {}

    /**
     * Whether this was thrown only because the client of an answer that passes through is gone. Spring asks such a client's
     * stream no more: it throws an exception of its own for every further write, or lets the time of the request run out.
     */
    static boolean causedBy(Throwable thrown, CapturedResponse response) {
        return response.isPassedThrough()
                && response.isClientGone()
                && Causes.of(thrown).stream()
                        .anyMatch(cause -> response.isThrownByClient(cause)
                                || cause instanceof AsyncRequestNotUsableException
                                || cause instanceof AsyncRequestTimeoutException);
    }
}
