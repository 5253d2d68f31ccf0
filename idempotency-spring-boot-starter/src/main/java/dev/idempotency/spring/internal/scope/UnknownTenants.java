package dev.idempotency.spring.internal.scope;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tells in the log of callers who are refused, as their tenant is not known; once a minute, however many they are. */
final class UnknownTenants {

    private static final Logger log = LoggerFactory.getLogger(UnknownTenants.class);
    private static final long PAUSE_NANOS = TimeUnit.MINUTES.toNanos(1);

    private final AtomicLong lastTold = new AtomicLong(System.nanoTime() - PAUSE_NANOS);

    void tell(String why) {
        long now = System.nanoTime();
        long last = lastTold.get();
        if (now - last >= PAUSE_NANOS && lastTold.compareAndSet(last, now)) {
            log.warn(
                    "A request with an idempotency key is refused, because the tenant of its caller is not known: {}. Further"
                            + " refusals within the next minute are not logged",
                    why);
        }
    }
}
