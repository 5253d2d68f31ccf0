package dev.idempotency.spring.autoconfigure;

import dev.idempotency.core.store.IdempotencyStore;
import dev.idempotency.core.store.InterceptedReservations;
import dev.idempotency.core.store.InterceptedStore;
import dev.idempotency.core.store.RecordEvent;
import dev.idempotency.core.store.RecordListener;
import dev.idempotency.core.store.ReportingStore;
import dev.idempotency.core.store.Reservations;
import dev.idempotency.core.store.StoreInterceptor;
import java.util.List;

/**
 * What stands around the store wherever requests and background work use it. The bean of the store itself stays as it is, so
 * that whoever needs more than the port of it still finds it.
 *
 * @param all the first one is outermost
 * @param listeners are told what becomes of records that others see while they run; in a transaction nothing of that is
 */
record StoreInterceptors(List<StoreInterceptor> all, List<RecordListener> listeners) {

    StoreInterceptors {
        all = List.copyOf(all);
        listeners = List.copyOf(listeners);
    }

    IdempotencyStore around(IdempotencyStore store) {
        IdempotencyStore reporting = listeners.isEmpty() ? store : new ReportingStore(store, this::tellAll);
        return InterceptedStore.of(reporting, all);
    }

    private void tellAll(RecordEvent event, int records) {
        listeners.forEach(listener -> listener.happened(event, records));
    }

    Reservations around(Reservations reservations) {
        return InterceptedReservations.of(reservations, all);
    }
}
