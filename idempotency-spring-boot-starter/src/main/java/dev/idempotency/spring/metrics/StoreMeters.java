package dev.idempotency.spring.metrics;

import dev.idempotency.core.store.StoreException;
import dev.idempotency.core.store.StoreInterceptor;
import dev.idempotency.core.store.StoreOperation;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Times every call of the store, and counts those that failed. It stands next to the store, inside of all other interceptors:
 * a call that one of them refuses is no call of the store.
 */
public final class StoreMeters implements StoreInterceptor {

    private final Map<StoreOperation, OfOperation> byOperation = new EnumMap<>(StoreOperation.class);

    public StoreMeters(MeterRegistry registry) {
        for (StoreOperation operation : StoreOperation.values()) {
            byOperation.put(
                    operation,
                    new OfOperation(
                            timer(registry, operation, "ok"),
                            timer(registry, operation, "failed"),
                            CounterName.STORE_ERROR.in(registry, "operation", operation.label())));
        }
    }

    private static Timer timer(MeterRegistry registry, StoreOperation operation, String outcome) {
        return Timer.builder("idempotency.store")
                .description("Calls of the store")
                .tags("operation", operation.label(), "outcome", outcome)
                .register(registry);
    }

    @Override
    public Place place() {
        return Place.INNERMOST;
    }

    /** A commit that the application's own tables refuse takes its time here too, but is no error of the store. */
    @Override
    public <T> T around(StoreOperation operation, Supplier<T> call) {
        OfOperation meters = byOperation.get(operation);
        if (meters == null) {
            return call.get();
        }
        long start = System.nanoTime();
        Timer timer = meters.failed;
        try {
            T answer = call.get();
            timer = meters.ok;
            return answer;
        } catch (StoreException failure) {
            meters.errors.increment();
            throw failure;
        } finally {
            timer.record(System.nanoTime() - start, TimeUnit.NANOSECONDS);
        }
    }

    private record OfOperation(Timer ok, Timer failed, Counter errors) {}
}
