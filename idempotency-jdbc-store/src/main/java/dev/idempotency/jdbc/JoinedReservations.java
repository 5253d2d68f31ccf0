package dev.idempotency.jdbc;

import dev.idempotency.core.store.Reservation;
import dev.idempotency.core.store.ReservationRequest;
import dev.idempotency.core.store.Reservations;
import dev.idempotency.jdbc.internal.transaction.ReservationsInOpenTransaction;
import java.util.Optional;
import javax.sql.DataSource;
import org.springframework.transaction.PlatformTransactionManager;

/**
 * The work and its record as part of the transaction that the caller has open, on whose thread a run is granted and must be ended.
 * Nothing is committed here: what was recorded counts once the caller has committed, and a rollback leaves nothing of it.
 *
 * <p>A run that fails marks the transaction for rollback, as a service does that has joined it. So does one that another run of the
 * key was faster than; it ends by {@link dev.idempotency.core.template.IdempotencyException.TransactionLost}.
 */
public final class JoinedReservations implements Reservations {

    private final Reservations reservations;

    /**
     * On the table of a store.
     *
     * @param transactions the transaction manager of the data source
     * @param store on the same table, for how answers are kept in it
     */
    public JoinedReservations(
            PlatformTransactionManager transactions,
            DataSource dataSource,
            JdbcIdempotencyStore store,
            JdbcStoreSettings settings) {
        this.reservations = new ReservationsInOpenTransaction(
                transactions,
                dataSource,
                settings.timeouts(),
                settings.fragments(),
                store.protection(),
                store.recentKeys());
    }

    /** @throws IllegalStateException if no transaction is open, or none that a record can be part of */
    @Override
    public Reservation reserve(ReservationRequest request) {
        return reservations.reserve(request);
    }

    /** Always empty: what the record says is only known inside the transaction, to {@link #reserve}. */
    @Override
    public Optional<Reservation> look(ReservationRequest request) {
        return reservations.look(request);
    }
}
