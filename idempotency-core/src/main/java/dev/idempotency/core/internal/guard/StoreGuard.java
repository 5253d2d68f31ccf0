package dev.idempotency.core.internal.guard;

import dev.idempotency.core.store.IdempotencyStore;
import dev.idempotency.core.store.RecordListener;
import dev.idempotency.core.store.Reservations;
import dev.idempotency.core.store.StoreInterceptor;
import dev.idempotency.core.store.StoreOperation;
import java.util.Comparator;
import java.util.List;
import java.util.function.Supplier;

/**
 * Everything that stands between an application and its store. It is put around the store where the store is made, so
 * that every part of the application that uses the store passes it.
 *
 * <p>From the outside inwards, each call passes
 *
 * <ol>
 *   <li>the interceptors by their {@linkplain StoreInterceptor#place() place}: the circuit, which may refuse the call; those of
 *       the application; the meters, which measure the store and nothing else;
 *   <li>the listeners, which are told about changes of records as the store reports them. They do not call the store.
 *       They are not told about a change whose reply was lost;
 *   <li>the store. It protects answers at rest itself, where it writes and reads its rows: the protection binds each answer to its
 *       row, and an answer that is refused by an interceptor need not be encrypted.
 * </ol>
 *
 * The runs that a guarded store grants are guarded too.
 */
public final class StoreGuard {

    private final List<StoreInterceptor> interceptors;
    private final List<RecordListener> listeners;

    /**
     * @param interceptors of those in the same place the first one is outermost
     * @param listeners called in this order
     */
    public StoreGuard(List<StoreInterceptor> interceptors, List<RecordListener> listeners) {
        this.interceptors = interceptors.stream()
                .sorted(Comparator.comparing(StoreInterceptor::place))
                .toList();
        this.listeners = List.copyOf(listeners);
    }

    public IdempotencyStore around(IdempotencyStore store) {
        return new GuardedStore(store, new GuardedReservations.Calls(interceptors, listeners));
    }

    /**
     * Guards a way to run whose records other nodes do not see while the work runs; listeners are not told about
     * those.
     */
    public Reservations around(Reservations reservations) {
        return new GuardedReservations(reservations, new GuardedReservations.Calls(interceptors, List.of()));
    }

    /** Passes a call that is not one of the port's through the guard. */
    public <T> T call(StoreOperation operation, Supplier<T> call) {
        return new GuardedReservations.Calls(interceptors, List.of()).make(operation, call);
    }
}
