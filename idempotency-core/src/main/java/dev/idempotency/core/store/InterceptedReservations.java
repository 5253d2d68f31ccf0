package dev.idempotency.core.store;

import dev.idempotency.core.record.Lease;
import dev.idempotency.core.record.RecordedResponse;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** Reservations with an interceptor around each call. */
public sealed class InterceptedReservations implements Reservations permits InterceptedStore {

    private final Reservations reservations;
    private final StoreInterceptor interceptor;

    InterceptedReservations(Reservations reservations, StoreInterceptor interceptor) {
        this.reservations = reservations;
        this.interceptor = interceptor;
    }

    /** The reservations with all interceptors around them, the first one outermost; without any, the reservations themselves. */
    public static Reservations of(Reservations reservations, List<StoreInterceptor> interceptors) {
        Reservations intercepted = reservations;
        for (int i = interceptors.size() - 1; i >= 0; i--) {
            intercepted = new InterceptedReservations(intercepted, interceptors.get(i));
        }
        return intercepted;
    }

    @Override
    public final Reservation reserve(ReservationRequest request) {
        return around(StoreOperation.RESERVE, () -> reservations.reserve(request));
    }

    @Override
    public final Optional<Reservation> look(ReservationRequest request) {
        return around(StoreOperation.LOOK, () -> reservations.look(request));
    }

    @Override
    public final boolean complete(Lease lease, RecordedResponse response) {
        return around(StoreOperation.COMPLETE, () -> reservations.complete(lease, response));
    }

    @Override
    public final boolean completeWithoutWork(Lease lease, RecordedResponse response) {
        return around(StoreOperation.COMPLETE, () -> reservations.completeWithoutWork(lease, response));
    }

    @Override
    public final boolean fail(Lease lease, String error) {
        return around(StoreOperation.FAIL, () -> reservations.fail(lease, error));
    }

    @Override
    public final boolean markUnknown(Lease lease, String error) {
        return around(StoreOperation.MARK_UNKNOWN, () -> reservations.markUnknown(lease, error));
    }

    @Override
    public final boolean supplement(Lease lease, RecordedResponse response) {
        return around(StoreOperation.SUPPLEMENT, () -> reservations.supplement(lease, response));
    }

    final <T> T around(StoreOperation operation, Supplier<T> call) {
        return interceptor.around(operation, call);
    }
}
