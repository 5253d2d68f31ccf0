package dev.idempotency.spring.autoconfigure;

import dev.idempotency.core.engine.IdempotencyEngine;
import dev.idempotency.core.engine.LeaseRenewer;
import dev.idempotency.core.store.IdempotencyStore;
import dev.idempotency.spring.IdempotencyConfigurationException;
import dev.idempotency.spring.IdempotencyEngines;
import dev.idempotency.spring.Mode;
import dev.idempotency.spring.endpoint.Endpoint;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * One engine for mode LEASE, and one for each transaction manager of mode TRANSACTIONAL. A mode that the application does not
 * support stops it when it starts: to run an endpoint by another mode would break what it was promised.
 */
final class ModeEngines implements IdempotencyEngines {

    private final @Nullable IdempotencyEngine leases;
    private final @Nullable TransactionalMode transactional;
    private final boolean hasDatabase;
    private final Map<String, IdempotencyEngine> byManager = new ConcurrentHashMap<>();

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
        return of(mode, transactionManager, "An operation");
    }

    /** Throws for an endpoint whose mode is not supported, or lacks something. */
    void check(Endpoint endpoint) {
        of(endpoint.mode(), endpoint.transactionManager(), "The endpoint '" + endpoint.operation() + "'");
    }

    private IdempotencyEngine of(Mode mode, String transactionManager, String asker) {
        IdempotencyEngine lease = leases;
        if (lease == null) {
            throw hasDatabase ? notSeen() : noStore();
        }
        return switch (mode) {
            case LEASE -> lease;
            case TRANSACTIONAL -> {
                IdempotencyEngine known = byManager.get(transactionManager);
                yield known != null ? known : transactional(transactionManager, asker);
            }
        };
    }

    private IdempotencyEngine transactional(String transactionManager, String asker) {
        TransactionalMode support = transactional;
        if (support == null) {
            throw new IdempotencyConfigurationException(
                    "%s is to run in mode TRANSACTIONAL, which nothing here supports.".formatted(asker),
                    "Use one of these modes: [LEASE].");
        }
        return byManager.computeIfAbsent(transactionManager, name -> new IdempotencyEngine(support.of(name, asker)));
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
                "There is nowhere to keep the records of idempotent requests: when it was decided whether a table is needed, no"
                        + " bean was known to be @Idempotent.",
                "Set 'idempotency.store: jdbc', so that the table is there in any case.");
    }
}
