package dev.idempotency.client;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The points in time that an answer names, as durations from now: counted from the answer's own date, so that no clock need be right. */
final class HttpDates {

    private static final int MOST_DIGITS = 9;

    /** RFC 9110 wants the last two to be read, though nobody should write them. */
    private static final List<DateTimeFormatter> FORMATS = List.of(
            DateTimeFormatter.RFC_1123_DATE_TIME,
            DateTimeFormatter.ofPattern("EEEE, dd-MMM-yy HH:mm:ss zzz", Locale.ENGLISH),
            DateTimeFormatter.ofPattern("EEE MMM ppd HH:mm:ss yyyy", Locale.ENGLISH)
                    .withZone(ZoneOffset.UTC));

    private HttpDates() {}

    /** How long to wait by the answer's {@code Retry-After}; empty if it has none that can be read. */
    static Optional<Duration> retryAfter(CallAnswer answer) {
        return answer.header("Retry-After").flatMap(value -> seconds(value).or(() -> from(answer, value)));
    }

    /** When the server will have forgotten the key; empty if it does not say. */
    static Optional<Duration> expiry(CallAnswer answer) {
        return answer.header("Idempotency-Expires").flatMap(value -> from(answer, value));
    }

    private static Optional<Duration> seconds(String value) {
        if (!value.chars().allMatch(c -> c >= '0' && c <= '9')) {
            return Optional.empty();
        }
        return Optional.of(
                Duration.ofSeconds(value.length() > MOST_DIGITS ? Integer.MAX_VALUE : Long.parseLong(value)));
    }

    private static Optional<Duration> from(CallAnswer answer, String date) {
        return instant(date).map(then -> {
            Instant now = answer.header("Date").flatMap(HttpDates::instant).orElseGet(Instant::now);
            Duration until = Duration.between(now, then);
            return until.isNegative() ? Duration.ZERO : until;
        });
    }

    private static Optional<Instant> instant(String value) {
        return FORMATS.stream()
                .flatMap(format -> instant(format, value).stream())
                .findFirst();
    }

    private static Optional<Instant> instant(DateTimeFormatter format, String value) {
        try {
            return Optional.of(Instant.from(format.parse(value)));
        } catch (DateTimeException otherFormat) {
            return Optional.empty();
        }
    }
}
