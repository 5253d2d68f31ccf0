package dev.idempotency.core.template;

import java.time.Duration;

/**
 * What holds for every call that does not say otherwise.
 *
 * @param lease how long a process may be silent before its run counts as lost
 * @param retention how long results are kept
 * @param largestValue in bytes; a larger result is given to its caller, and unavailable to later ones
 */
public record TemplateSettings(Duration lease, Duration retention, int largestValue) {

    public TemplateSettings {
        requirePositive(lease, "Lease");
        requirePositive(retention, "Retention");
        if (largestValue < 0) {
            throw new IllegalArgumentException("The largest value must not be negative, but is " + largestValue);
        }
    }

    /** A minute, a day, a megabyte. */
    public static TemplateSettings defaults() {
        return new TemplateSettings(Duration.ofSeconds(60), Duration.ofHours(24), 1 << 20);
    }

    static void requirePositive(Duration duration, String what) {
        if (duration.isZero() || duration.isNegative()) {
            throw new IllegalArgumentException(what + " must be longer than zero, not " + duration);
        }
    }
}
