package dev.idempotency.client.internal.call;

import dev.idempotency.client.CallListener.Reason;
import dev.idempotency.client.CallSettings;
import dev.idempotency.client.RetryAdvice;
import java.time.Duration;
import java.util.Optional;

/**
 * How many attempts there were, and how much time is left. No pause ends after the budget, none is shorter than the server asks
 * for, and none is longer than allowed: then there is no further attempt. Nor is there
 * one that would have less time than the first pause: it could hardly end in time.
 */
public final class RetryBudget {

    private final CallSettings settings;
    private final Backoff backoff;
    private final long begin = System.nanoTime();
    private Optional<Long> expiry = Optional.empty();
    private int attempts;

    public RetryBudget(CallSettings settings) {
        this.settings = settings;
        this.backoff = new Backoff(settings.firstPause(), settings.maxWait());
    }

    /** Counts an attempt that ended. */
    void attempted() {
        attempts++;
    }

    boolean isUntouched() {
        return attempts == 0;
    }

    /** What is left of it, at least a millisecond. */
    Duration rest() {
        Duration rest = settings.budget().minusNanos(System.nanoTime() - begin);
        return rest.toMillis() < 1 ? Duration.ofMillis(1) : rest;
    }

    /** The server will have forgotten the key after this time. */
    void expiresIn(Duration time) {
        expiry = Optional.of(System.nanoTime() + time.toNanos());
    }

    /** Counts an attempt after which another may be worth it, and says whether there is one. */
    public Verdict attempted(RetryAdvice.Again again) {
        attempted();
        return next(again);
    }

    Verdict next(RetryAdvice.Again again) {
        again.expires().ifPresent(this::expiresIn);
        Duration asked = again.notBefore().orElse(Duration.ZERO);
        if (attempts >= settings.maxAttempts()) {
            return new Verdict.GiveUp(Reason.ATTEMPTS);
        }
        if (asked.compareTo(settings.maxWait()) > 0) {
            return new Verdict.GiveUp(Reason.WAIT_TOO_LONG);
        }
        Duration pause = backoff.after(attempts, asked);
        long next = System.nanoTime() + pause.toNanos();
        long leastTime = settings.firstPause().toNanos();
        if (next + leastTime - begin > settings.budget().toNanos()) {
            return new Verdict.GiveUp(Reason.BUDGET);
        }
        if (expiry.isPresent() && next - expiry.get() >= 0) {
            return new Verdict.GiveUp(Reason.EXPIRED);
        }
        return new Verdict.Pause(pause);
    }

    /** What comes after an attempt. */
    public sealed interface Verdict {

        /** Another one, after so long. */
        record Pause(Duration length) implements Verdict {}

        /** None. */
        record GiveUp(Reason reason) implements Verdict {}
    }
}
