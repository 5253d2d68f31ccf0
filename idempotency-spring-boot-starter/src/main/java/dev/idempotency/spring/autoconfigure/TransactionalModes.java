package dev.idempotency.spring.autoconfigure;

import dev.idempotency.core.store.Reservations;
import dev.idempotency.core.store.StoreGuard;
import dev.idempotency.jdbc.JdbcIdempotencyStore;
import dev.idempotency.jdbc.JdbcStoreSettings;
import dev.idempotency.jdbc.TransactionalReservations;
import javax.sql.DataSource;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.TransactionException;
import org.springframework.transaction.TransactionStatus;
import org.springframework.transaction.support.ResourceTransactionManager;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/** Mode TRANSACTIONAL where the records are in a database: by the transaction managers of that database. */
final class TransactionalModes implements TransactionalMode {

    private final TransactionManagers managers;
    private final DataSource dataSource;
    private final JdbcIdempotencyStore store;
    private final JdbcStoreSettings settings;
    private final TransactionDefinition definition;
    private final StoreGuard guard;

    TransactionalModes(
            ListableBeanFactory beans,
            DataSource dataSource,
            JdbcIdempotencyStore store,
            JdbcStoreSettings settings,
            TransactionDefinition definition,
            StoreGuard guard) {
        this.managers = new TransactionManagers(beans);
        this.dataSource = dataSource;
        this.store = store;
        this.settings = settings;
        this.definition = definition;
        this.guard = guard;
    }

    @Override
    public Reservations of(String transactionManager, String asker) {
        PlatformTransactionManager transactions = managers.named(transactionManager, asker);
        requireSameDatabase(transactions, asker);
        return guard.around(new TransactionalReservations(transactions, definition, dataSource, store, settings));
    }

    private void requireSameDatabase(PlatformTransactionManager transactions, String asker) {
        if (!isSameDatabase(transactions)) {
            throw TransactionManagers.wrong(
                    asker,
                    "but its transaction manager manages another data source than that of the records",
                    "Name another by @Idempotent(transactionManager = …), or use mode LEASE.");
        }
    }

    /**
     * A manager that does not say what it manages, as that of JPA, is tried: its transactions must be on a connection of the
     * data source. Where the database is away, the first request finds out, and then does not run.
     */
    private boolean isSameDatabase(PlatformTransactionManager transactions) {
        if (transactions instanceof ResourceTransactionManager resources
                && resources.getResourceFactory() instanceof DataSource managed) {
            return managed == dataSource;
        }
        try {
            TransactionStatus status = transactions.getTransaction(definition);
            boolean found = TransactionSynchronizationManager.hasResource(dataSource);
            transactions.rollback(status);
            return found;
        } catch (TransactionException unreachable) {
            return true;
        }
    }
}
