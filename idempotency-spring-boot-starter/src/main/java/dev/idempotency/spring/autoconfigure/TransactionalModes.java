package dev.idempotency.spring.autoconfigure;

import dev.idempotency.core.store.Reservations;
import dev.idempotency.jdbc.JdbcIdempotencyStore;
import dev.idempotency.jdbc.JdbcStoreSettings;
import dev.idempotency.jdbc.TransactionalReservations;
import dev.idempotency.spring.endpoint.Endpoint;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import javax.sql.DataSource;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.TransactionException;
import org.springframework.transaction.TransactionStatus;
import org.springframework.transaction.support.ResourceTransactionManager;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/** Supports TRANSACTIONAL: for each transaction manager that an endpoint names, or for the only one. */
final class TransactionalModes {

    private final TransactionManagers managers;
    private final DataSource dataSource;
    private final JdbcIdempotencyStore store;
    private final JdbcStoreSettings settings;
    private final TransactionDefinition definition;
    private final StoreInterceptors interceptors;
    private final Map<String, Reservations> byName = new ConcurrentHashMap<>();

    TransactionalModes(
            ListableBeanFactory beans,
            DataSource dataSource,
            JdbcIdempotencyStore store,
            JdbcStoreSettings settings,
            TransactionDefinition definition,
            StoreInterceptors interceptors) {
        this.managers = new TransactionManagers(beans);
        this.dataSource = dataSource;
        this.store = store;
        this.settings = settings;
        this.definition = definition;
        this.interceptors = interceptors;
    }

    /** Throws, with what to do about it, where there is no transaction manager that fits. */
    Reservations of(Endpoint endpoint) {
        return byName.computeIfAbsent(endpoint.transactionManager(), name -> reservations(endpoint));
    }

    private Reservations reservations(Endpoint endpoint) {
        PlatformTransactionManager transactions = managers.of(endpoint);
        requireSameDatabase(transactions, endpoint);
        return interceptors.around(
                new TransactionalReservations(transactions, definition, dataSource, store, settings));
    }

    private void requireSameDatabase(PlatformTransactionManager transactions, Endpoint endpoint) {
        if (!isSameDatabase(transactions)) {
            throw TransactionManagers.wrong(
                    endpoint,
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
