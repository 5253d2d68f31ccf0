package dev.idempotency.spring.internal.metrics;

import dev.idempotency.core.engine.LeaseRenewer;
import dev.idempotency.core.memory.InMemoryStore;
import dev.idempotency.core.store.IdempotencyStore;
import dev.idempotency.spring.endpoint.DocumentedSettings;
import dev.idempotency.spring.endpoint.ProtectedEndpoint;
import dev.idempotency.spring.internal.background.BackgroundWork;
import dev.idempotency.spring.metrics.StoreTimers;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;
import java.util.List;

/** All meters of an application with one endpoint. */
final class Meters {

    static final ProtectedEndpoint ENDPOINT = DocumentedSettings.get().endpoint("PATCH /orders/{id}");

    final IdempotencyStore store = new InMemoryStore(Clock.systemUTC(), 10);
    final LeaseRenewer leases = new LeaseRenewer(store);
    final StoreMeters ofStore;
    final RecordMeters ofRecords;
    final ReservationMeters ofReservations;
    final BacklogMeters ofBacklog;

    Meters(MeterRegistry registry) {
        ofStore = new StoreMeters(registry, StoreTimers.ALL);
        ofRecords = new RecordMeters(registry);
        ofReservations = new ReservationMeters(registry);
        ofReservations.onEndpoint(ENDPOINT);
        ofBacklog = new BacklogMeters(registry, store);
        new LeaseMeters(leases).bindTo(registry);
        new UpkeepMeters(new BackgroundWork(List.of(), false)).bindTo(registry);
    }
}
