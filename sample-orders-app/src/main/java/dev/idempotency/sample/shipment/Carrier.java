package dev.idempotency.sample.shipment;

import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Somebody who fetches a parcel. One named {@code slow:<millis>} takes that long to come. */
record Carrier(Duration comesAfter) {

    private static final Pattern SLOW = Pattern.compile("slow:(\\d{1,7})");

    static Carrier named(String name) {
        Matcher slow = SLOW.matcher(name);
        return new Carrier(slow.matches() ? Duration.ofMillis(Long.parseLong(slow.group(1))) : Duration.ZERO);
    }

    /** Comes back when the parcel has been fetched. */
    void fetch() throws InterruptedException {
        Thread.sleep(comesAfter.toMillis());
    }
}
