package dev.idempotency.spring.internal.web;

import dev.idempotency.core.engine.Ending;
import dev.idempotency.core.outcome.Outcome;
import dev.idempotency.core.record.RecordedAnswer;
import dev.idempotency.core.store.GrantedRun.Work;
import dev.idempotency.spring.outcome.OutcomePolicy;
import org.jspecify.annotations.Nullable;

/**
 * Decides what the end of one request means, with everything that is known about it beside the status. The policy is asked once
 * for each answer.
 *
 * <ul>
 *   <li>If an exception handler has translated what the handler threw, the policy is told both.
 *   <li>A handler that ran out of its time may still be going on, whatever the answer: never retryable.
 *   <li>A 2xx after an exception is never stored: the exception decides. With an empty body it is unknown, whatever the
 *       exception: Spring takes a database's broken connection for a client that went away and answers 200 without a word.
 *   <li>What the connection of a client threw while the answer passed through is not told to this class: it is no outcome.
 *   <li>An error is not stored, whatever its status, if the transaction ran out of its time or met a conflict: a retry may succeed.
 *   <li>A handler that threw something of its own after its client was seen to be gone may have got anywhere: unknown.
 *   <li>A refusal (400 and above) stands without the work; any other answer is only true with it, unless what the handler threw
 *       undoes the work.
 * </ul>
 */
final class OutcomeClassifier {

    private static final int FIRST_REFUSAL = 400;

    private final OutcomePolicy policy;
    private final boolean interrupted;
    private final boolean workUndone;

    /**
     * @param interrupted whether the handler was stopped half-way, or may still be going on
     * @param workUndone whether the handler has thrown what undoes its work, whatever the answer is
     */
    OutcomeClassifier(OutcomePolicy policy, boolean interrupted, boolean workUndone) {
        this.policy = policy;
        this.interrupted = interrupted;
        this.workUndone = workUndone;
    }

    /** What an exception means that no exception handler has made an answer of. */
    Outcome ofException(Throwable thrown) {
        return interrupted ? Outcome.UNKNOWN : policy.ofException(thrown);
    }

    /**
     * What an answer means.
     *
     * @param handled the exception that an exception handler has made it of; null where there was none
     * @param empty whether no body was written
     * @param transientFailure whether the transaction of the work failed for a reason that a retry need not meet
     */
    Judged judge(RecordedAnswer answer, @Nullable Throwable handled, boolean empty, boolean transientFailure) {
        int status = answer.code();
        Outcome outcome =
                transientFailure && status >= FIRST_REFUSAL ? Outcome.RETRYABLE : outcome(status, handled, empty);
        boolean withheld = isSuccess(status) && handled != null && outcome == Outcome.UNKNOWN;
        return new Judged(new Ending(outcome, answer, work(status), "status_" + status), withheld);
    }

    private Outcome outcome(int status, @Nullable Throwable handled, boolean empty) {
        if (isSuccess(status) && handled != null) {
            return empty ? Outcome.UNKNOWN : ofException(handled);
        }
        Outcome outcome = handled == null ? policy.ofStatus(status) : policy.ofTranslated(handled, status);
        return outcome == Outcome.RETRYABLE && interrupted ? Outcome.UNKNOWN : outcome;
    }

    private Work work(int status) {
        if (workUndone) {
            return Work.UNDONE;
        }
        return status >= FIRST_REFUSAL ? Work.KEPT_UNLESS_ROLLED_BACK : Work.KEPT;
    }

    private static boolean isSuccess(int status) {
        return status >= 200 && status < 300;
    }

    /**
     * What was decided.
     *
     * @param withheld whether the answer must not be given: it says that all is well, and that is not known
     */
    record Judged(Ending ending, boolean withheld) {}
}
