package dev.idempotency.spring.autoconfigure;

import dev.idempotency.core.store.IdempotencyStore;
import dev.idempotency.core.store.InterceptedReservations;
import dev.idempotency.core.store.InterceptedStore;
import dev.idempotency.core.store.Reservations;
import dev.idempotency.core.store.StoreInterceptor;
import java.util.List;

/**
 * What stands around the store wherever requests and background work use it. The bean of the store itself stays as it is, so
 * that whoever needs more than the port of it still finds it.
 *
 * @param all the first one is outermost
 */
record StoreInterceptors(List<StoreInterceptor> all) {

    StoreInterceptors {
        all = List.copyOf(all);
    }

    IdempotencyStore around(IdempotencyStore store) {
        return InterceptedStore.of(store, all);
    }

    Reservations around(Reservations reservations) {
        return InterceptedReservations.of(reservations, all);
    }
}
