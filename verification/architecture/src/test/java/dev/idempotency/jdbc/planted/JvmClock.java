package dev.idempotency.jdbc.planted;

import java.time.Clock;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.Date;
import java.util.function.Supplier;

/** The ways to ask the JVM for the time. */
public final class JvmClock {

    private JvmClock() {}

    public static final class OfInstant {
        Instant read() {
            return Instant.now();
        }
    }

    public static final class OfInstantByReference {
        Supplier<Instant> reader() {
            return Instant::now;
        }
    }

    public static final class OfLocalDateTime {
        LocalDateTime read() {
            return LocalDateTime.now(ZoneOffset.UTC);
        }
    }

    public static final class OfSystem {
        long read() {
            return System.currentTimeMillis();
        }
    }

    public static final class OfDate {
        Date read() {
            return new Date();
        }
    }

    public static final class OfClock {
        Clock reader() {
            return Clock.systemUTC();
        }
    }
}
