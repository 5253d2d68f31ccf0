package dev.idempotency.spring.autoconfigure;

import dev.idempotency.core.action.Actions;
import dev.idempotency.core.internal.guard.StoreGuard;
import dev.idempotency.core.memory.InMemoryStore;
import dev.idempotency.core.store.Reservations;
import dev.idempotency.spring.endpoint.ProtectedEndpoint;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/** Supports TRANSACTIONAL with the store in memory: the work in a transaction of the application, the record beside it. */
record MemoryMode(TransactionManagers managers, InMemoryStore store, StoreGuard guard, Actions actions)
        implements TransactionalMode {

    MemoryMode(TransactionManagers managers, InMemoryStore store, StoreGuard guard) {
        this(managers, store, guard, store.actions(new EndOfTransaction()));
    }

    @Override
    public Reservations of(ProtectedEndpoint endpoint) {
        return guard.around(new MemoryTransactions(
                managers.of(endpoint), managers.transactions().of(endpoint), store));
    }

    @Override
    public Reservations of(String transactionManager, String asker) {
        return guard.around(new MemoryTransactions(
                managers.of(transactionManager, asker), managers.transactions().configured(), store));
    }

    @Override
    public Reservations joined(String transactionManager, String asker) {
        return guard.around(new JoinedMemory(managers.of(transactionManager, asker), store));
    }

    @Override
    public boolean isInTransaction() {
        return TransactionSynchronizationManager.isActualTransactionActive();
    }

    @Override
    public Actions actionsOf(ProtectedEndpoint endpoint) {
        return actions;
    }

    @Override
    public Actions actionsOf(String transactionManager, String asker) {
        return actions;
    }
}
