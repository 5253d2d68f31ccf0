package dev.idempotency.spring.internal.metrics;

import dev.idempotency.core.store.StoreException;
import dev.idempotency.core.store.StoreInterceptor;
import dev.idempotency.core.store.StoreOperation;
import dev.idempotency.spring.metrics.StoreTimers;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Times calls of the store, and counts those that failed. It stands next to the store, inside of all other interceptors:
 * a call that one of them refuses is no call of the store.
 *
 * <p>Most applications never make most of the calls, so a meter is made when there is something to measure. The exception is errors of
 * calls that every request makes: an alert looks at their rate, and would miss the first one.
 */
public final class StoreMeters implements StoreInterceptor {

    private static final Set<StoreOperation> OF_EVERY_REQUEST =
            Set.of(StoreOperation.RESERVE, StoreOperation.COMPLETE, StoreOperation.FAIL, StoreOperation.MARK_UNKNOWN);

    private final MeterRegistry registry;
    private final StoreTimers timed;
    private final Map<StoreOperation, Timer> successes = new ConcurrentHashMap<>();
    private final Map<StoreOperation, Timer> failures = new ConcurrentHashMap<>();
    private final Map<StoreOperation, Counter> errors = new ConcurrentHashMap<>();

    /** @param timed which calls are timed; errors of all of them are counted */
    public StoreMeters(MeterRegistry registry, StoreTimers timed) {
        this.registry = registry;
        this.timed = timed;
        OF_EVERY_REQUEST.forEach(this::errorsOf);
    }

    @Override
    public Place place() {
        return Place.INNERMOST;
    }

    /** A commit that the application's own tables refuse takes its time here too, but is no error of the store. */
    @Override
    public <T> T around(StoreOperation operation, Supplier<T> call) {
        long start = System.nanoTime();
        boolean failed = true;
        try {
            T answer = call.get();
            failed = false;
            return answer;
        } catch (StoreException failure) {
            errorsOf(operation).increment();
            throw failure;
        } finally {
            if (timed.has(operation)) {
                timer(operation, failed).record(System.nanoTime() - start, TimeUnit.NANOSECONDS);
            }
        }
    }

    private Counter errorsOf(StoreOperation operation) {
        return errors.computeIfAbsent(
                operation, failing -> CounterName.STORE_ERROR.in(registry, "operation", failing.label()));
    }

    private Timer timer(StoreOperation operation, boolean failed) {
        return (failed ? failures : successes)
                .computeIfAbsent(
                        operation,
                        called -> Timer.builder("idempotency.store")
                                .description("Calls of the store")
                                .tags("operation", called.label(), "outcome", failed ? "failed" : "ok")
                                .register(registry));
    }
}
