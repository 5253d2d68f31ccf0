package dev.idempotency.spring.internal.metrics;

import dev.idempotency.core.scope.Scope;
import dev.idempotency.core.store.GrantReason;
import dev.idempotency.core.store.Reservation;
import dev.idempotency.spring.endpoint.ProtectedEndpoint;
import dev.idempotency.spring.web.IdempotencyListener;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/** Counts what the store said about requests, for each endpoint by its method and route template. */
public final class ReservationMeters implements IdempotencyListener {

    private final MeterRegistry registry;
    private final Map<String, OfEndpoint> byOperation = new ConcurrentHashMap<>();

    public ReservationMeters(MeterRegistry registry) {
        this.registry = registry;
    }

    @Override
    public void onEndpoint(ProtectedEndpoint endpoint) {
        of(endpoint);
    }

    @Override
    public void onBegun(ProtectedEndpoint endpoint, Scope scope, GrantReason reason) {
        of(endpoint).begun(reason).ifPresent(Counter::increment);
    }

    @Override
    public void onAnswered(ProtectedEndpoint endpoint, Scope scope, Reservation reservation) {
        reservation.match(of(endpoint)).ifPresent(Counter::increment);
    }

    private OfEndpoint of(ProtectedEndpoint endpoint) {
        return byOperation.computeIfAbsent(endpoint.operation(), operation -> new OfEndpoint(registry, endpoint));
    }

    /** The counters of one endpoint, each for one case. */
    private static final class OfEndpoint implements Reservation.Cases<Optional<Counter>> {

        private final Counter created;
        private final Counter failedRetry;
        private final Counter replayed;
        private final Supplier<Counter> unavailable;
        private final Counter inProgress;
        private final Counter keyMisuse;
        private final Counter unknown;

        OfEndpoint(MeterRegistry registry, ProtectedEndpoint endpoint) {
            String[] route = {"method", endpoint.method(), "uri", endpoint.route()};
            String[] replay = {"method", endpoint.method(), "uri", endpoint.route(), "outcome", "replayed"};
            String[] notKept = {"method", endpoint.method(), "uri", endpoint.route(), "outcome", "unavailable"};
            created = CounterName.RESERVE_CREATED.in(registry, route);
            failedRetry = CounterName.RESERVE_FAILED_RETRY.in(registry, route);
            replayed = CounterName.RESERVE_REPLAY.in(registry, replay);
            unavailable = () -> CounterName.RESERVE_REPLAY.in(registry, notKept);
            inProgress = CounterName.RESERVE_IN_PROGRESS.in(registry, route);
            keyMisuse = CounterName.RESERVE_KEY_MISUSE.in(registry, route);
            unknown = CounterName.RESERVE_UNKNOWN.in(registry, route);
        }

        /** A lost run that is taken over or resumed is counted as that. */
        Optional<Counter> begun(GrantReason reason) {
            return switch (reason) {
                case FIRST -> Optional.of(created);
                case AFTER_FAILURE -> Optional.of(failedRetry);
                case AFTER_LOSS, RESUMED -> Optional.empty();
            };
        }

        @Override
        public Optional<Counter> granted(Reservation.Granted granted) {
            return begun(granted.reason());
        }

        @Override
        public Optional<Counter> replay(Reservation.Replay replay) {
            return Optional.of(replayed);
        }

        /** Few endpoints ever need it, so it is made when one does. */
        @Override
        public Optional<Counter> responseUnavailable(Reservation.ResponseUnavailable notKept) {
            return Optional.of(unavailable.get());
        }

        @Override
        public Optional<Counter> inProgress(Reservation.InProgress running) {
            return Optional.of(inProgress);
        }

        @Override
        public Optional<Counter> reused(Reservation.Reused reused) {
            return Optional.of(keyMisuse);
        }

        @Override
        public Optional<Counter> outcomeUnknown(Reservation.OutcomeUnknown outcomeUnknown) {
            return Optional.of(unknown);
        }

        /** It says nothing about the key; the outcome of the request tells it. */
        @Override
        public Optional<Counter> entityLocked(Reservation.EntityLocked locked) {
            return Optional.empty();
        }
    }
}
