package dev.idempotency.core.store;

import java.util.Comparator;
import java.util.List;
import java.util.function.Supplier;

/**
 * Everything that stands between an application and its store. It is put around the store where the store is made, so that
 * every part of the application that has the store has all of this, and none has to know.
 *
 * <p>From the outside inwards, each call passes
 *
 * <ol>
 *   <li>the interceptors by their {@linkplain StoreInterceptor#place() place}: the circuit, which may refuse the call; those of
 *       the application; the meters, which so measure the store and nothing else;
 *   <li>the listeners, which are told what became of records from the answers that the store gives. They ask the store
 *       nothing, and a change of which no answer came back is not told to them;
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
     * @param listeners told in this order
     */
    public StoreGuard(List<StoreInterceptor> interceptors, List<RecordListener> listeners) {
        this.interceptors = interceptors.stream()
                .sorted(Comparator.comparing(StoreInterceptor::place))
                .toList();
        this.listeners = List.copyOf(listeners);
    }

    public IdempotencyStore around(IdempotencyStore store) {
        return new GuardedStore(store, new GuardedCalls(interceptors, listeners));
    }

    /** Around a way to run whose records others do not see while it runs: there is nothing to tell the listeners about those. */
    public Reservations around(Reservations reservations) {
        return new GuardedReservations(reservations, new GuardedCalls(interceptors, List.of()));
    }

    /** Asks the store for something that is not in its port. */
    public <T> T call(StoreOperation operation, Supplier<T> call) {
        return new GuardedCalls(interceptors, List.of()).make(operation, call);
    }
}
