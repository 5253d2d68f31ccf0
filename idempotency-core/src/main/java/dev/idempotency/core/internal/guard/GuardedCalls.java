package dev.idempotency.core.internal.guard;

import dev.idempotency.core.store.RecordEvent;
import dev.idempotency.core.store.RecordListener;
import dev.idempotency.core.store.StoreInterceptor;
import dev.idempotency.core.store.StoreOperation;
import java.util.List;
import java.util.function.Supplier;

/** Passes each call of a store through the interceptors and then the listeners. */
final class GuardedCalls {

    private final List<StoreInterceptor> interceptors;
    private final List<RecordListener> listeners;

    GuardedCalls(List<StoreInterceptor> interceptors, List<RecordListener> listeners) {
        this.interceptors = interceptors;
        this.listeners = listeners;
    }

    <T> T make(StoreOperation operation, Supplier<T> call) {
        return from(0, operation, call);
    }

    private <T> T from(int index, StoreOperation operation, Supplier<T> call) {
        return index == interceptors.size()
                ? call.get()
                : interceptors.get(index).around(operation, () -> from(index + 1, operation, call));
    }

    /** Tells the listeners, if there is anything to tell. */
    void tell(RecordEvent event, int records) {
        if (records > 0) {
            listeners.forEach(listener -> listener.happened(event, records));
        }
    }
}
