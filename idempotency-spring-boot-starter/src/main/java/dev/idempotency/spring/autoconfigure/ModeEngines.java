package dev.idempotency.spring.autoconfigure;

import dev.idempotency.core.action.Actions;
import dev.idempotency.core.engine.IdempotencyEngine;
import dev.idempotency.core.engine.LeaseRenewer;
import dev.idempotency.core.store.IdempotencyStore;
import dev.idempotency.core.store.Reservations;
import dev.idempotency.spring.IdempotencyConfigurationException;
import dev.idempotency.spring.IdempotencyEngines;
import dev.idempotency.spring.Mode;
import dev.idempotency.spring.endpoint.ProtectedEndpoint;
import dev.idempotency.spring.internal.web.EndpointEngines;
import java.lang.reflect.Method;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.web.method.HandlerMethod;

/**
 * One engine for mode LEASE, and one for each kind of transaction of mode TRANSACTIONAL. If an endpoint has a mode that
 * the application does not support, the application does not start.
 */
final class ModeEngines implements IdempotencyEngines, EndpointEngines {

    private static final String OPERATION = "An operation";

    private final @Nullable IdempotencyEngine leases;
    private final @Nullable TransactionalMode transactional;
    private final boolean hasDatabase;
    private final Map<Transaction, IdempotencyEngine> byTransaction = new ConcurrentHashMap<>();
    private final Map<String, IdempotencyEngine> joined = new ConcurrentHashMap<>();
    private final Map<Transaction, Actions> actionsByTransaction = new ConcurrentHashMap<>();

    /**
     * @param store guarded; null where there is none
     * @param renewer null where no leases are renewed
     * @param transactional null where the mode is not supported
     * @param hasDatabase whether there could be a store, if the application said that it needs one
     */
    ModeEngines(
            @Nullable IdempotencyStore store,
            @Nullable LeaseRenewer renewer,
            @Nullable TransactionalMode transactional,
            boolean hasDatabase) {
        this.leases = store == null ? null : new IdempotencyEngine(store, renewer);
        this.transactional = transactional;
        this.hasDatabase = hasDatabase;
    }

    @Override
    public IdempotencyEngine of(Mode mode, String transactionManager) {
        IdempotencyEngine lease = leases();
        return switch (mode) {
            case LEASE -> lease;
            case TRANSACTIONAL ->
                transactional(
                        new Transaction(transactionManager, null, null),
                        support -> support.of(transactionManager, OPERATION),
                        OPERATION);
        };
    }

    @Override
    public IdempotencyEngine joined(String transactionManager) {
        leases();
        if (!TransactionSynchronizationManager.isActualTransactionActive()) {
            throw new IllegalStateException(
                    "A call that joins a transaction needs an open one: make it inside of @Transactional or a"
                            + " TransactionTemplate, or use transactional()");
        }
        IdempotencyEngine known = joined.get(transactionManager);
        return known != null
                ? known
                : joined.computeIfAbsent(
                        transactionManager,
                        name -> new IdempotencyEngine(supported(OPERATION).joined(name, OPERATION)));
    }

    /** Whether a record that is committed by itself would outlive the work of the calling thread. */
    boolean isInTransaction() {
        return transactional != null && transactional.isInTransaction();
    }

    @Override
    public Actions actionsOf(ProtectedEndpoint endpoint) {
        return actionsByTransaction.computeIfAbsent(
                Transaction.of(endpoint),
                key -> supported(TransactionManagers.asker(endpoint)).actionsOf(endpoint));
    }

    /** Throws for an endpoint whose mode is not supported, or lacks something. */
    @Override
    public IdempotencyEngine of(ProtectedEndpoint endpoint) {
        IdempotencyEngine lease = leases();
        return switch (endpoint.mode()) {
            case LEASE -> lease;
            case TRANSACTIONAL ->
                transactional(
                        Transaction.of(endpoint), support -> support.of(endpoint), TransactionManagers.asker(endpoint));
        };
    }

    /** What is done once and for all, in the transactions of the only transaction manager. */
    Actions actions() {
        leases();
        return supported("Something that is to be done once").actionsOf("", "Something that is to be done once");
    }

    private TransactionalMode supported(String asker) {
        TransactionalMode support = transactional;
        if (support == null) {
            throw new IdempotencyConfigurationException(
                    "%s is to run in mode TRANSACTIONAL, which nothing here supports.".formatted(asker),
                    "Use one of these modes: [LEASE].");
        }
        return support;
    }

    private IdempotencyEngine leases() {
        IdempotencyEngine lease = leases;
        if (lease == null) {
            throw hasDatabase ? notSeen() : noStore();
        }
        return lease;
    }

    private IdempotencyEngine transactional(
            Transaction transaction, Function<TransactionalMode, Reservations> way, String asker) {
        IdempotencyEngine known = byTransaction.get(transaction);
        if (known != null) {
            return known;
        }
        TransactionalMode support = supported(asker);
        return byTransaction.computeIfAbsent(transaction, key -> new IdempotencyEngine(way.apply(support)));
    }

    private static IdempotencyConfigurationException noStore() {
        return new IdempotencyConfigurationException(
                "There is nowhere to keep the records of idempotent requests: no DataSource, and no IdempotencyStore bean.",
                "Configure a PostgreSQL database by 'spring.datasource.url', or define a bean of type IdempotencyStore."
                        + " For development on a single node set 'idempotency.store: memory'; to switch idempotency off,"
                        + " set 'idempotency.enabled: false'.");
    }

    private static IdempotencyConfigurationException notSeen() {
        return new IdempotencyConfigurationException(
                "There is nowhere to keep the records of idempotent requests: when the application decided whether it needs a"
                        + " table, it knew of no bean that is @Idempotent or takes an IdempotencyTemplate.",
                "Set 'idempotency.store: jdbc', so that the table is there in any case.");
    }

    /**
     * What tells transactions apart: the manager, and the handler, which may ask for more.
     *
     * @param type null, as the method, if no controller's method takes the requests
     */
    private record Transaction(
            String manager,
            @Nullable Class<?> type,
            @Nullable Method method) {

        static Transaction of(ProtectedEndpoint endpoint) {
            HandlerMethod handler = endpoint.handler();
            return handler == null
                    ? new Transaction(endpoint.transactionManager(), null, null)
                    : new Transaction(endpoint.transactionManager(), handler.getBeanType(), handler.getMethod());
        }
    }
}
