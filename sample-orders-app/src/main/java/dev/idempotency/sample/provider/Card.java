package dev.idempotency.sample.provider;

import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What happens when a card is charged. One whose acquirer is {@code down} is like any other, once it gets here.
 *
 * @param delay what passes before it is charged
 * @param charges whether it is charged at all
 * @param answers whether the caller ever hears of it
 */
record Card(Duration delay, boolean charges, boolean answers) {

    private static final Pattern SLOW = Pattern.compile("slow:(\\d{1,7})");

    static Card named(String name) {
        Matcher slow = SLOW.matcher(name);
        if (slow.matches()) {
            return new Card(Duration.ofMillis(Long.parseLong(slow.group(1))), true, true);
        }
        return switch (name) {
            case "ok", "down" -> new Card(Duration.ZERO, true, true);
            case "timeout" -> new Card(Duration.ZERO, true, false);
            default -> new Card(Duration.ZERO, false, true);
        };
    }
}
