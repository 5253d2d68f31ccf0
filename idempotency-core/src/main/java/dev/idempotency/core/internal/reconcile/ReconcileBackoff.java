package dev.idempotency.core.internal.reconcile;

import java.time.Duration;
import java.util.Optional;
import java.util.function.DoubleSupplier;

/**
 * How long to wait between attempts to reconcile a record: twice as long each time, up to a limit. A random part
 * spreads records that became unknown at the same time.
 *
 * @param first before the second attempt
 * @param longest between any two
 * @param attempts after which an operator must decide
 */
public record ReconcileBackoff(Duration first, Duration longest, int attempts) {

    private static final double SPREAD = 0.2;

    public ReconcileBackoff {
        if (first.isNegative() || first.isZero() || longest.compareTo(first) < 0) {
            throw new IllegalArgumentException(
                    "Pauses must be longer than zero and grow, not from " + first + " to " + longest);
        }
        if (attempts < 1) {
            throw new IllegalArgumentException("There must be at least one attempt, not " + attempts);
        }
    }

    /**
     * The pause after one more attempt has failed; empty when it was the last one.
     *
     * @param failed how many failed before it
     * @param random a number from 0 to 1
     */
    Optional<Duration> after(int failed, DoubleSupplier random) {
        if (failed + 1 >= attempts) {
            return Optional.empty();
        }
        long doubled = first.toMillis() << Math.min(failed, 30);
        long pause = Math.min(doubled < 0 ? Long.MAX_VALUE : doubled, longest.toMillis());
        double factor = 1 - SPREAD + 2 * SPREAD * random.getAsDouble();
        return Optional.of(Duration.ofMillis(Math.max(1, Math.round(pause * factor))));
    }
}
