package dev.idempotency.spring.autoconfigure;

import dev.idempotency.core.store.Reservations;
import dev.idempotency.jdbc.JdbcIdempotencyStore;
import dev.idempotency.jdbc.JdbcStoreSettings;
import dev.idempotency.jdbc.TransactionalReservations;
import dev.idempotency.spring.IdempotencyConfigurationException;
import dev.idempotency.spring.endpoint.Endpoint;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import javax.sql.DataSource;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.NoSuchBeanDefinitionException;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.TransactionException;
import org.springframework.transaction.TransactionStatus;
import org.springframework.transaction.support.ResourceTransactionManager;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/** Supports TRANSACTIONAL: for each transaction manager that an endpoint names, or for the only one. */
final class TransactionalModes {

    private final ListableBeanFactory beans;
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
        this.beans = beans;
        this.dataSource = dataSource;
        this.store = store;
        this.settings = settings;
        this.definition = definition;
        this.interceptors = interceptors;
    }

    /** Throws, with what to do about it, where there is no transaction manager that fits. */
    Reservations of(Endpoint endpoint) {
        return byName.computeIfAbsent(endpoint.transactionManager(), name -> reservations(name, endpoint));
    }

    private Reservations reservations(String name, Endpoint endpoint) {
        PlatformTransactionManager transactions = name.isEmpty() ? only(endpoint) : named(name, endpoint);
        requireSameDatabase(transactions, endpoint);
        return interceptors.around(
                new TransactionalReservations(transactions, definition, dataSource, store, settings));
    }

    private PlatformTransactionManager only(Endpoint endpoint) {
        ObjectProvider<PlatformTransactionManager> all = beans.getBeanProvider(PlatformTransactionManager.class);
        PlatformTransactionManager only = all.getIfUnique();
        if (only != null) {
            return only;
        }
        if (all.stream().findAny().isEmpty()) {
            throw wrong(
                    endpoint,
                    "but there is no transaction manager",
                    "Add spring-boot-starter-jdbc or a starter for JPA, or use mode LEASE.");
        }
        throw wrong(
                endpoint,
                "and there are several transaction managers",
                "Name the one of the records' database by @Idempotent(transactionManager = …), or mark it as @Primary."
                        + " There are these: " + names() + ".");
    }

    private PlatformTransactionManager named(String name, Endpoint endpoint) {
        try {
            return beans.getBean(name, PlatformTransactionManager.class);
        } catch (NoSuchBeanDefinitionException e) {
            throw wrong(
                    endpoint,
                    "but there is no transaction manager named '" + name + "'",
                    "Name one of these: " + names() + ".");
        }
    }

    private String names() {
        return String.join(", ", beans.getBeanNamesForType(PlatformTransactionManager.class));
    }

    private void requireSameDatabase(PlatformTransactionManager transactions, Endpoint endpoint) {
        if (!isSameDatabase(transactions)) {
            throw wrong(
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

    private static IdempotencyConfigurationException wrong(Endpoint endpoint, String what, String action) {
        return new IdempotencyConfigurationException(
                "The endpoint '%s' is to run in mode TRANSACTIONAL, %s.".formatted(endpoint.operation(), what), action);
    }
}
