package dev.idempotency.client;

import dev.idempotency.core.key.IdempotencyKey;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoField;
import java.time.temporal.ChronoUnit;
import java.time.temporal.TemporalAccessor;
import java.util.Locale;
import java.util.Set;
import java.util.UUID;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Keys that are made of what an operation is, so that every process, also one that crashed and was started again, derives the
 * same key for the same operation. A key changes when the operation changes, and must not when only the attempt does: random
 * ids, points in time with fractions of a second and counters of attempts are refused.
 */
public final class OperationKey {

    private static final Pattern RANDOM_UUID =
            Pattern.compile("(?i)[0-9a-f]{8}-[0-9a-f]{4}-[147][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}");
    private static final Pattern CLOCK =
            Pattern.compile("1[0-9]{12}|1[0-9]{18}|\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d+.*");
    private static final Pattern COUNTER = Pattern.compile("(?i)(attempt|retry|try|retries|attempts)[-_=#]?\\d*");
    private static final Set<Integer> MADE_PER_CALL = Set.of(1, 4, 7);

    private OperationKey() {}

    /** For the delivery of a source's webhook: {@code magento:SO-10884:v7}. The next version of the entity is another operation. */
    public static String ofWebhook(String source, String entity, long version) {
        return joinedByColons(part("source", source), part("entity", entity), "v" + version);
    }

    /** For a decision about something that has an id: {@code approve-pl_7c1a}. */
    public static String ofDecision(String decision, String id) {
        return joined('-', part("decision", decision), part("id", id));
    }

    /** For making something that has a name: {@code op-create-order-risk}. */
    public static String ofResource(String purpose, String name) {
        return joined('-', part("purpose", purpose), part("name", name));
    }

    /**
     * For what a scheduled job writes in a window of time, in UTC: {@code reconcile:2026-07-02T15} for a window of hours.
     *
     * @param at any point in time in the window: the one that the job was due at, not the one that it runs at
     * @param window the length of the window: days, hours or minutes
     */
    public static String ofJob(String job, Instant at, ChronoUnit window) {
        String start = OffsetDateTime.ofInstant(at, ZoneOffset.UTC)
                .toLocalDateTime()
                .truncatedTo(window)
                .toString();
        int length = switch (window) {
            case DAYS -> "2026-07-02".length();
            case HOURS -> "2026-07-02T15".length();
            case MINUTES -> "2026-07-02T15:04".length();
            default ->
                throw new IllegalArgumentException(
                        "The window of a job is measured in days, hours or minutes, not in " + window);
        };
        return joined(':', part("job", job), start.substring(0, length));
    }

    /**
     * For any other operation: its name and what identifies it, in this order, joined by colons; a colon in a part becomes
     * {@code %3A}, so that different parts never make the same key. A {@link UUID} is taken if it
     * was derived from something (versions 3, 5 and 8); as a String, one that came with the operation can still be refused.
     *
     * @throws IllegalArgumentException if a part looks as if it were made anew for each attempt; the message names its position
     */
    public static String of(String operation, Object... identity) {
        if (identity.length == 0) {
            throw new IllegalArgumentException("The key of the operation '" + operation + "' needs what identifies it");
        }
        String[] parts = new String[identity.length + 1];
        parts[0] = part("operation", operation);
        for (int i = 0; i < identity.length; i++) {
            parts[i + 1] = identity[i] instanceof Stable stable
                    ? stable.value()
                    : part("part " + (i + 1) + " of " + operation, identity[i]);
        }
        return joinedByColons(parts);
    }

    /** The same, for a part that is known to stay although it looks random: an id that came with the operation, or from its row. */
    public static Object stable(Object id) {
        return new Stable(id.toString());
    }

    private static String part(String what, Object value) {
        if (value instanceof TemporalAccessor time && time.isSupported(ChronoField.NANO_OF_SECOND)) {
            throw changes(what, "a point in time");
        }
        if (value instanceof UUID uuid && MADE_PER_CALL.contains(uuid.version())) {
            throw changes(what, "a random id");
        }
        String text = value.toString();
        if (text.equals(value.getClass().getName() + "@" + Integer.toHexString(System.identityHashCode(value)))) {
            throw changes(what, "an object without a text of its own");
        }
        return part(what, text);
    }

    private static String part(String what, String value) {
        if (value.isBlank()) {
            throw new IllegalArgumentException("In the key of an operation, " + what + " must not be blank");
        }
        if (RANDOM_UUID.matcher(value).matches()) {
            throw changes(what, "a random id");
        }
        if (CLOCK.matcher(value).matches()) {
            throw changes(what, "a point in time");
        }
        if (COUNTER.matcher(value.toLowerCase(Locale.ROOT)).matches()) {
            throw changes(what, "a counter of attempts");
        }
        return value;
    }

    private static IllegalArgumentException changes(String what, String kind) {
        return new IllegalArgumentException(
                "In the key of an operation, " + what + " looks like " + kind
                        + ", which changes with the attempt. Name what stays the same; if this does, pass OperationKey.stable(...)");
    }

    /** With colons in parts written as {@code %3A}: the parts "a:b" and "c" are not "a" and "b:c". */
    private static String joinedByColons(String... parts) {
        return joined(
                ':',
                Stream.of(parts)
                        .map(part -> part.replace("%", "%25").replace(":", "%3A"))
                        .toArray(String[]::new));
    }

    private static String joined(char separator, String... parts) {
        return new IdempotencyKey(String.join(String.valueOf(separator), parts)).value();
    }

    /** A part that is taken as it is. */
    private record Stable(String value) {}
}
