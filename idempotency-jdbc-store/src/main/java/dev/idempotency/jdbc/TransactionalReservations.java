package dev.idempotency.jdbc;

import dev.idempotency.core.store.Reservation;
import dev.idempotency.core.store.ReservationRequest;
import dev.idempotency.core.store.Reservations;
import dev.idempotency.jdbc.internal.transaction.ReservationsInTransactions;
import java.util.Optional;
import javax.sql.DataSource;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;

/**
 * The work and the record of its answer as one transaction: they live or die together. There is no lease, nothing is
 * left behind by a process that dies, and no outcome is ever unknown.
 *
 * <p>A run that is granted must be ended on the thread that reserved it, as its transaction is bound to that thread. A
 * run that fails is rolled back and leaves nothing: the next request runs. A commit that fails is thrown on as the
 * transaction manager reports it, unless it is unknown whether it failed: that is
 * {@link dev.idempotency.core.store.StoreException.NotCommitted}.
 */
public final class TransactionalReservations implements Reservations {

    private final Reservations reservations;

    /**
     * On the table of a store.
     *
     * @param transactions the transaction manager of the data source
     * @param definition of the transaction around the work: isolation level, time-out
     * @param store on the same table, for what is read and written outside of a transaction
     */
    public TransactionalReservations(
            PlatformTransactionManager transactions,
            TransactionDefinition definition,
            DataSource dataSource,
            JdbcIdempotencyStore store,
            JdbcStoreSettings settings) {
        this.reservations = new ReservationsInTransactions(
                transactions,
                definition,
                dataSource,
                settings.timeouts(),
                settings.fragments(),
                settings.executor(dataSource),
                store.protection(),
                store,
                store.entityHolders(),
                store.recentKeys());
    }

    @Override
    public Reservation reserve(ReservationRequest request) {
        return reservations.reserve(request);
    }

    @Override
    public Optional<Reservation> look(ReservationRequest request) {
        return reservations.look(request);
    }
}
