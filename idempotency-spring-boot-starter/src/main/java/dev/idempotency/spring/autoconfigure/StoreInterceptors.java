package dev.idempotency.spring.autoconfigure;

import dev.idempotency.core.store.IdempotencyStore;
import dev.idempotency.core.store.InterceptedReservations;
import dev.idempotency.core.store.InterceptedStore;
import dev.idempotency.core.store.RecordEvent;
import dev.idempotency.core.store.RecordListener;
import dev.idempotency.core.store.ReportingStore;
import dev.idempotency.core.store.Reservations;
import dev.idempotency.core.store.StoreInterceptor;
import dev.idempotency.core.store.StoreOperation;
import java.util.List;
import java.util.function.Supplier;

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

    /** Asks the store for something that is not in its port. */
    <T> T around(StoreOperation operation, Supplier<T> call) {
        Supplier<T> intercepted = call;
        for (int i = all.size() - 1; i >= 0; i--) {
            StoreInterceptor interceptor = all.get(i);
            Supplier<T> inner = intercepted;
            intercepted = () -> interceptor.around(operation, inner);
        }
        return intercepted.get();
    }

    Reservations around(Reservations reservations) {
        return InterceptedReservations.of(reservations, all);
    }
}
