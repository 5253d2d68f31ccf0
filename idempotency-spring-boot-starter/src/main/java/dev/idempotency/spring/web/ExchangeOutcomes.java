package dev.idempotency.spring.web;

import dev.idempotency.core.outcome.Outcome;
import dev.idempotency.core.outcome.OutcomePolicy;
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
 *   <li>An error is not stored, whatever its status, if the transaction ran out of its time or met a conflict: a retry may succeed.
 *   <li>A handler that threw something of its own after its client was seen to be gone may have got anywhere: unknown.
 * </ul>
 */
final class ExchangeOutcomes implements OutcomePolicy {

    private static final int FIRST_ERROR = 400;

    private final OutcomePolicy policy;
    private volatile @Nullable Throwable handled;
    private volatile boolean interrupted;
    private volatile boolean answerEmpty;
    private volatile boolean transientFailure;

    ExchangeOutcomes(OutcomePolicy policy) {
        this.policy = policy;
    }

    /** The handler was stopped half-way, or may still be going on. */
    void interrupted() {
        interrupted = true;
    }

    /** The transaction of the work failed for a reason that a retry need not meet. */
    void transientFailure() {
        transientFailure = true;
    }

    /** How the chain ended: what an exception handler translated, and whether a body was written. */
    void ended(@Nullable Throwable handledException, boolean emptyBody) {
        handled = handledException;
        answerEmpty = emptyBody;
    }

    /** Whether an answer of this status must not be given: it says that all is well, and nobody knows. */
    boolean isWithheld(int status) {
        return isSuccess(status) && handled != null && ofStatus(status) == Outcome.UNKNOWN;
    }

    @Override
    public Outcome ofStatus(int status) {
        Throwable thrown = handled;
        if (isSuccess(status) && thrown != null) {
            return answerEmpty ? Outcome.UNKNOWN : ofException(thrown);
        }
        if (transientFailure && status >= FIRST_ERROR) {
            return Outcome.RETRYABLE;
        }
        Outcome outcome = thrown == null ? policy.ofStatus(status) : policy.ofTranslated(thrown, status);
        return outcome == Outcome.RETRYABLE && interrupted ? Outcome.UNKNOWN : outcome;
    }

    @Override
    public Outcome ofException(Throwable thrown) {
        return interrupted ? Outcome.UNKNOWN : policy.ofException(thrown);
    }

    private static boolean isSuccess(int status) {
        return status >= 200 && status < 300;
    }
}
