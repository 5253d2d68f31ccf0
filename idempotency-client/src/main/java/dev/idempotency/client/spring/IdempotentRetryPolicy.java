package dev.idempotency.client.spring;

import dev.idempotency.client.CallSettings;
import dev.idempotency.client.RetryAdvice;
import dev.idempotency.client.internal.call.RetryBudget;
import java.time.Duration;
import org.springframework.core.retry.RetryPolicy;
import org.springframework.util.backoff.BackOff;
import org.springframework.util.backoff.BackOffExecution;

/**
 * The retries of {@code RetryTemplate} in Spring Framework 7, by our advice: with the server's {@code Retry-After}, which a
 * {@code BackOff} alone does not see. Each call needs a policy of its own: {@code new RetryTemplate(new
 * IdempotentRetryPolicy(settings))}. Put the call into {@link dev.idempotency.client.IdempotentCalls#within}, and set {@code
 * maxAttempts} of the client inside to 1.
 */
public final class IdempotentRetryPolicy implements RetryPolicy {

    private final RetryBudget budget;
    private Duration pause = Duration.ZERO;

    public IdempotentRetryPolicy(CallSettings settings) {
        this.budget = new RetryBudget(settings);
    }

    @Override
    public boolean shouldRetry(Throwable failure) {
        if (SpringAnswers.advice(failure) instanceof RetryAdvice.Again again
                && budget.attempted(again) instanceof RetryBudget.Verdict.Pause next) {
            pause = next.length();
            return true;
        }
        return false;
    }

    @Override
    public BackOff getBackOff() {
        return () -> (BackOffExecution) this::pauseMillis;
    }

    /** Rounded up: never earlier than the server asks for. */
    private long pauseMillis() {
        return pause.plusNanos(999_999).toMillis();
    }
}
