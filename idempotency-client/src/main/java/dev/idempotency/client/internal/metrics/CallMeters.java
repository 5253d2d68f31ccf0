package dev.idempotency.client.internal.metrics;

import dev.idempotency.client.CallListener;
import dev.idempotency.client.CallSettings;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Counts attempts and calls that were given up, for each host by its alias: {@code idempotency.client.attempts} and {@code
 * idempotency.client.given_up}. All counters are there from the start.
 */
public final class CallMeters implements CallListener {

    private final Map<String, Counter> counters = new HashMap<>();

    public CallMeters(MeterRegistry registry, CallSettings settings) {
        for (String host : settings.hosts().keySet()) {
            for (Outcome outcome : Outcome.values()) {
                counters.put(
                        name(host, outcome),
                        Counter.builder("idempotency.client.attempts")
                                .description("Requests with a key that were sent, retries included")
                                .tags("host", host, "outcome", outcome.label())
                                .register(registry));
            }
            for (Reason reason : Reason.values()) {
                counters.put(
                        name(host, reason),
                        Counter.builder("idempotency.client.given_up")
                                .description("Calls that ended though another attempt might have helped")
                                .tags("host", host, "reason", reason.label())
                                .register(registry));
            }
        }
    }

    @Override
    public void attempted(String hostAlias, Outcome outcome) {
        count(name(hostAlias, outcome));
    }

    @Override
    public void gaveUp(String hostAlias, Reason reason) {
        count(name(hostAlias, reason));
    }

    private static String name(String host, Enum<?> what) {
        return what.name() + " " + host;
    }

    private void count(String name) {
        @Nullable Counter counter = counters.get(name);
        if (counter != null) {
            counter.increment();
        }
    }
}
