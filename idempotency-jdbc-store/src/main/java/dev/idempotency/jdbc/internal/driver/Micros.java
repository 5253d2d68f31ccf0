package dev.idempotency.jdbc.internal.driver;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** Durations as Postgres keeps them. */
public final class Micros {

    /** Far less than a timestamp can hold, far more than anybody keeps a record. */
    private static final long MOST = TimeUnit.DAYS.toMicros(365_000);

    private Micros() {}

    public static long of(Duration duration) {
        return Math.min(TimeUnit.MICROSECONDS.convert(duration), MOST);
    }
}
