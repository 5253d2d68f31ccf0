package dev.idempotency.core.record;

import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * When a record was made, when its last run ended, and when it expires; all by the store's clock.
 *
 * <p>The retention counts from the reservation, not from the end of the run, so that a completion changes no indexed time.
 *
 * @param decidedAt when a reconciler or an operator decided how the run ended; null if the run recorded that itself
 */
public record Lifetime(
        Instant createdAt,
        @Nullable Instant finishedAt,
        @Nullable Instant decidedAt,
        Instant expiresAt) {

    public Lifetime {
        Objects.requireNonNull(createdAt, "createdAt");
        Objects.requireNonNull(expiresAt, "expiresAt");
    }

    public static Lifetime from(Instant now, Duration retention) {
        Lease.requirePositive(retention, "Retention");
        return new Lifetime(now, null, null, now.plus(retention));
    }

    /** The run has ended; the retention stays as promised at the reservation. */
    public Lifetime finishedAt(Instant now) {
        return new Lifetime(createdAt, now, null, expiresAt);
    }

    /** The outcome was found out late, so that the retention begins anew and a waiting client still gets its answer. */
    public Lifetime finishedLate(Instant now, Duration retention) {
        Instant renewed = now.plus(retention);
        return new Lifetime(createdAt, now, now, renewed.isAfter(expiresAt) ? renewed : expiresAt);
    }
}
