package dev.idempotency.spring.autoconfigure;

import dev.idempotency.core.action.Actions;
import dev.idempotency.core.internal.guard.StoreGuard;
import dev.idempotency.core.store.Reservations;
import dev.idempotency.jdbc.JdbcActions;
import dev.idempotency.jdbc.JdbcIdempotencyStore;
import dev.idempotency.jdbc.JdbcStoreSettings;
import dev.idempotency.jdbc.JoinedReservations;
import dev.idempotency.jdbc.TransactionalReservations;
import dev.idempotency.jdbc.internal.driver.DataSourceProxies;
import dev.idempotency.spring.endpoint.ProtectedEndpoint;
import dev.idempotency.spring.internal.transaction.EndpointTransactions;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import javax.sql.DataSource;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.TransactionException;
import org.springframework.transaction.TransactionStatus;
import org.springframework.transaction.TransactionUsageException;
import org.springframework.transaction.support.ResourceTransactionManager;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/** Supports TRANSACTIONAL: for each transaction that a handler asks for. */
final class TransactionalModes implements TransactionalMode {

    private final TransactionManagers managers;
    private final EndpointTransactions transactions;
    private final DataSource dataSource;
    private final JdbcIdempotencyStore store;
    private final JdbcStoreSettings settings;
    private final StoreGuard guard;
    private final Map<Tried, DataSource> tried = new ConcurrentHashMap<>();

    TransactionalModes(
            TransactionManagers managers,
            EndpointTransactions transactions,
            DataSource dataSource,
            JdbcIdempotencyStore store,
            JdbcStoreSettings settings,
            StoreGuard guard) {
        this.managers = managers;
        this.transactions = transactions;
        this.dataSource = dataSource;
        this.store = store;
        this.settings = settings;
        this.guard = guard;
    }

    @Override
    public Reservations of(ProtectedEndpoint endpoint) {
        TransactionDefinition definition = transactions.of(endpoint);
        return reservations(managers.of(endpoint), definition, TransactionManagers.asker(endpoint));
    }

    @Override
    public Reservations of(String transactionManager, String asker) {
        return reservations(managers.of(transactionManager, asker), transactions.configured(), asker);
    }

    @Override
    public Reservations joined(String transactionManager, String asker) {
        PlatformTransactionManager manager = managers.of(transactionManager, asker);
        return guard.around(
                new JoinedReservations(manager, connected().orElseThrow(() -> ofAnother(asker)), store, settings));
    }

    @Override
    public boolean isInTransaction() {
        return TransactionSynchronizationManager.isActualTransactionActive()
                && connected().isPresent();
    }

    private Reservations reservations(
            PlatformTransactionManager manager, TransactionDefinition definition, String asker) {
        return guard.around(new TransactionalReservations(
                manager, definition, managedBy(manager, definition, asker), store, settings));
    }

    @Override
    public Actions actionsOf(ProtectedEndpoint endpoint) {
        return actions(managers.of(endpoint), transactions.of(endpoint), TransactionManagers.asker(endpoint));
    }

    @Override
    public Actions actionsOf(String transactionManager, String asker) {
        return actions(managers.of(transactionManager, asker), transactions.configured(), asker);
    }

    private Actions actions(PlatformTransactionManager manager, TransactionDefinition definition, String asker) {
        return new JdbcActions(manager, managedBy(manager, definition, asker), settings);
    }

    /** The data source of the records, as the transaction manager has it: that may be one of its proxies, or what is behind them. */
    private DataSource managedBy(PlatformTransactionManager manager, TransactionDefinition definition, String asker) {
        if (manager instanceof ResourceTransactionManager resources
                && resources.getResourceFactory() instanceof DataSource managed) {
            if (!DataSourceProxies.haveSameTarget(managed, dataSource)) {
                throw ofAnother(asker);
            }
            return managed;
        }
        return tried.computeIfAbsent(
                new Tried(manager, definition.getIsolationLevel()), key -> tryOne(manager, definition, asker));
    }

    /**
     * A manager that does not say what it manages, as that of JPA, is tried: its transactions must be on a connection of the
     * data source. Where the database is away, the first request finds out, and then does not run.
     */
    private DataSource tryOne(PlatformTransactionManager manager, TransactionDefinition definition, String asker) {
        Optional<DataSource> managed;
        try {
            TransactionStatus status = manager.getTransaction(definition);
            managed = connected();
            manager.rollback(status);
        } catch (TransactionUsageException unsupported) {
            throw TransactionManagers.wrong(
                    asker,
                    "but its transaction manager cannot begin the transaction that is asked for: "
                            + unsupported.getMessage(),
                    "Change what @Transactional on the handler, or 'idempotency.transaction', asks for.");
        } catch (TransactionException unreachable) {
            return DataSourceProxies.managed(dataSource);
        }
        return managed.orElseThrow(() -> ofAnother(asker));
    }

    private Optional<DataSource> connected() {
        return TransactionSynchronizationManager.getResourceMap().keySet().stream()
                .filter(DataSource.class::isInstance)
                .map(DataSource.class::cast)
                .filter(each -> DataSourceProxies.haveSameTarget(each, dataSource))
                .findFirst();
    }

    private static RuntimeException ofAnother(String asker) {
        return TransactionManagers.wrong(
                asker,
                "but its transaction manager manages another data source than that of the records",
                "Name another by @Idempotent(transactionManager = …), or use mode LEASE.");
    }

    private record Tried(PlatformTransactionManager manager, int isolation) {}
}
