package dev.idempotency.client;

import java.time.Duration;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/**
 * Which calls get a key, and how long and how often they are tried.
 *
 * @param hosts the hosts whose POST and PATCH requests get a key, by the alias that metrics show; each is a name, or a name
 *     and a port ({@code billing.internal:8443}); no other host ever gets a key
 * @param headerName the header that carries the key
 * @param keySpelling how the key is spelled in it
 * @param maxAttempts how often a request is sent at most, the first time included; 1 for keys without retries
 * @param budget how long after its begin a call may still send a request, and for how long a retry may run
 * @param firstPause about how long to wait before the second attempt; each further pause is twice as long
 * @param maxWait the longest pause; when a server asks for a longer one, the caller gets that answer at once
 * @param failOnKeyReuse whether an answer that says "this key belongs to another request" is thrown as an {@link
 *     IdempotencyKeyReusedException}
 */
public record CallSettings(
        Map<String, String> hosts,
        String headerName,
        KeySpelling keySpelling,
        int maxAttempts,
        Duration budget,
        Duration firstPause,
        Duration maxWait,
        boolean failOnKeyReuse) {

    /** The header of the IETF draft. */
    public static final String DEFAULT_HEADER = "Idempotency-Key";

    public CallSettings {
        Map<String, String> named = new HashMap<>();
        hosts.forEach((alias, host) -> named.put(alias, checkedHost(host)));
        hosts = Map.copyOf(named);
        require(
                isToken(headerName),
                "The name of a header is made of letters, digits and dashes, not '" + headerName + "'");
        require(maxAttempts >= 1, "There must be at least one attempt, not " + maxAttempts);
        requirePositive(budget, "The budget of a call");
        requirePositive(firstPause, "The first pause");
        requirePositive(maxWait, "The longest pause");
        require(
                firstPause.compareTo(maxWait) <= 0,
                "The first pause must not be longer than the longest, which is " + maxWait + ", but is " + firstPause);
    }

    /** No host yet; four attempts within 30 seconds, pauses from 200 milliseconds on, none longer than a minute. */
    public static CallSettings defaults() {
        return new CallSettings(
                Map.of(),
                DEFAULT_HEADER,
                KeySpelling.BARE,
                4,
                Duration.ofSeconds(30),
                Duration.ofMillis(200),
                Duration.ofMinutes(1),
                false);
    }

    /** The defaults for one host, whose alias is its name. */
    public static CallSettings forHost(String host) {
        return defaults().andHost(host, host);
    }

    /** The same, and requests to this host get keys, too. */
    public CallSettings andHost(String alias, String host) {
        Map<String, String> all = new HashMap<>(hosts);
        all.put(alias, host);
        return new CallSettings(all, headerName, keySpelling, maxAttempts, budget, firstPause, maxWait, failOnKeyReuse);
    }

    public CallSettings withHeaderName(String name) {
        return new CallSettings(hosts, name, keySpelling, maxAttempts, budget, firstPause, maxWait, failOnKeyReuse);
    }

    public CallSettings withKeySpelling(KeySpelling spelling) {
        return new CallSettings(hosts, headerName, spelling, maxAttempts, budget, firstPause, maxWait, failOnKeyReuse);
    }

    public CallSettings withMaxAttempts(int attempts) {
        return new CallSettings(hosts, headerName, keySpelling, attempts, budget, firstPause, maxWait, failOnKeyReuse);
    }

    public CallSettings withBudget(Duration whole) {
        return new CallSettings(
                hosts, headerName, keySpelling, maxAttempts, whole, firstPause, maxWait, failOnKeyReuse);
    }

    /** The same with other pauses. */
    public CallSettings withPauses(Duration first, Duration longest) {
        return new CallSettings(hosts, headerName, keySpelling, maxAttempts, budget, first, longest, failOnKeyReuse);
    }

    /** The same, and a mismatch is thrown. */
    public CallSettings failingOnKeyReuse() {
        return new CallSettings(hosts, headerName, keySpelling, maxAttempts, budget, firstPause, maxWait, true);
    }

    private static String checkedHost(String host) {
        require(
                !host.isBlank() && host.indexOf('/') < 0 && host.indexOf('*') < 0 && host.indexOf(' ') < 0,
                "A host is a name, or a name and a port such as billing.internal:8443, not '" + host + "'");
        return host.toLowerCase(Locale.ROOT);
    }

    private static boolean isToken(String name) {
        return !name.isEmpty()
                && name.chars().allMatch(c -> c > ' ' && c <= '~' && "()<>@,;:\\\"/[]?={}".indexOf(c) < 0);
    }

    private static void requirePositive(Duration duration, String what) {
        require(!duration.isZero() && !duration.isNegative(), what + " must be longer than zero, not " + duration);
    }

    private static void require(boolean condition, String message) {
        if (!condition) {
            throw new IllegalArgumentException(message);
        }
    }
}
