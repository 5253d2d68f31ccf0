package dev.idempotency.spring.web;

import dev.idempotency.core.outcome.Outcome;
import dev.idempotency.spring.outcome.OutcomePolicy;
import org.jspecify.annotations.Nullable;

/**
 * Step 6 of a request's way: what its end means, seen with everything that is known about it beside the status.
 *
 * <ul>
 *   <li>An exception handler may have translated what the handler threw: the policy hears of both.
 *   <li>A handler that ran out of its time may still be going on, whatever the answer: never retryable.
 *   <li>A 2xx after an exception is never stored: the exception decides. With an empty body it is unknown, whatever the
 *       exception: Spring takes a database's broken connection for a client that went away and answers 200 without a word.
 *   <li>What the connection of a client threw while the answer passed through is not heard of here: it is no outcome.
 *   <li>A handler that threw something of its own after its client was seen to be gone may have got anywhere: unknown.
 * </ul>
 */
final class ExchangeOutcomes {

    private final OutcomePolicy policy;
    private volatile boolean interrupted;

    ExchangeOutcomes(OutcomePolicy policy) {
        this.policy = policy;
    }

    /** The handler was stopped half-way, or may still be going on. */
    void interrupted() {
        interrupted = true;
    }

    /**
     * What an answer means.
     *
     * @param handled what an exception handler has made it of; null where there was nothing to handle
     * @param empty whether no body was written
     */
    Outcome ofAnswer(int status, @Nullable Throwable handled, boolean empty) {
        if (isSuccess(status) && handled != null) {
            return empty ? Outcome.UNKNOWN : ofException(handled);
        }
        Outcome outcome = handled == null ? policy.ofStatus(status) : policy.ofTranslated(handled, status);
        return outcome == Outcome.RETRYABLE && interrupted ? Outcome.UNKNOWN : outcome;
    }

    /** What an exception means that nothing has made an answer of. */
    Outcome ofException(Throwable thrown) {
        return interrupted ? Outcome.UNKNOWN : policy.ofException(thrown);
    }

    /** Whether an answer of this status must not be given: it says that all is well, and that is not known. */
    static boolean isWithheld(int status, @Nullable Throwable handled, Outcome outcome) {
        return isSuccess(status) && handled != null && outcome == Outcome.UNKNOWN;
    }

    private static boolean isSuccess(int status) {
        return status >= 200 && status < 300;
    }
}
