package dev.idempotency.client.internal.call;

import dev.idempotency.client.CallAnswer;
import dev.idempotency.client.CallListener.Outcome;
import dev.idempotency.client.CallListener.Reason;
import dev.idempotency.client.IdempotencyKeyReusedException;
import dev.idempotency.client.IdempotentCalls;
import dev.idempotency.client.RetryAdvice;
import java.time.Duration;
import java.util.Optional;

/**
 * One logical request: the key that all its attempts carry, and the decision after each of them.
 *
 * <ol>
 *   <li>The client sends the request with {@link #headerValue()}.
 *   <li>It tells the answer or the failure, and gets a pause, or nothing: then this was the last attempt, and the caller gets
 *       what came of it.
 *   <li>It waits for as long as the pause, and sends the same bytes again.
 * </ol>
 *
 * <p>It is for one attempt after the other, on whichever threads.
 */
public final class LogicalCall {

    private final IdempotentCalls shared;
    private final String alias;
    private final String headerValue;
    private final Runnable onGivenUp;
    private final RetryBudget budget;
    private volatile boolean isRepeatable = true;

    LogicalCall(IdempotentCalls shared, String alias, String headerValue, Runnable onGivenUp) {
        this.shared = shared;
        this.alias = alias;
        this.headerValue = headerValue;
        this.onGivenUp = onGivenUp;
        this.budget = new RetryBudget(shared.settings());
    }

    /** The value of the key header, on every attempt. */
    public String headerValue() {
        return headerValue;
    }

    /** The body can be sent once only: there will be no further attempt. */
    public void cannotRepeat() {
        isRepeatable = false;
    }

    /** For how long the next attempt may run: the first for as long as its client allows, a retry for the rest of the budget. */
    public Optional<Duration> limit() {
        return budget.isUntouched() ? Optional.empty() : Optional.of(budget.rest());
    }

    /**
     * The pause after this answer; empty if it is the caller's.
     *
     * @throws IdempotencyKeyReusedException if it says so, and the settings want it thrown
     */
    public Optional<Duration> pauseAfter(CallAnswer answer) {
        RetryAdvice advice = RetryAdvice.on(answer);
        budget.attempted();
        if (advice instanceof RetryAdvice.Again again) {
            shared.listener().attempted(alias, Outcome.RETRYABLE);
            return pause(again);
        }
        shared.listener().attempted(alias, Outcome.ANSWERED);
        if (shared.settings().failOnKeyReuse() && advice instanceof RetryAdvice.Never never && never.keyReused()) {
            throw new IdempotencyKeyReusedException(alias, answer.status());
        }
        return Optional.empty();
    }

    /** The pause after this failure; empty if it is the caller's. */
    public Optional<Duration> pauseAfter(Throwable failure) {
        budget.attempted();
        boolean isInterrupted = Thread.currentThread().isInterrupted();
        if (!isInterrupted && RetryAdvice.on(failure) instanceof RetryAdvice.Again again) {
            shared.listener().attempted(alias, Outcome.FAILED);
            return pause(again);
        }
        shared.listener().attempted(alias, Outcome.BROKEN);
        return isInterrupted ? givenUp(Reason.INTERRUPTED) : Optional.empty();
    }

    /** The pause after an answer that broke off, whose beginning was received; empty if the failure is the caller's. */
    public Optional<Duration> pauseAfter(CallAnswer beginning, Throwable failure) {
        RetryAdvice.expiryOf(beginning).ifPresent(budget::expiresIn);
        return pauseAfter(failure);
    }

    /** The thread was interrupted during the pause. */
    public void interrupted() {
        givenUp(Reason.INTERRUPTED);
    }

    private Optional<Duration> pause(RetryAdvice.Again again) {
        if (!isRepeatable) {
            return givenUp(Reason.BODY);
        }
        RetryBudget.Verdict verdict = budget.next(again);
        if (verdict instanceof RetryBudget.Verdict.Pause pause) {
            return Optional.of(pause.length());
        }
        return givenUp(((RetryBudget.Verdict.GiveUp) verdict).reason());
    }

    private Optional<Duration> givenUp(Reason reason) {
        onGivenUp.run();
        shared.listener().gaveUp(alias, reason);
        return Optional.empty();
    }
}
