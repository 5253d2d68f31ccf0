package dev.idempotency.spring.autoconfigure;

import dev.idempotency.core.memory.TransactionEnd;
import java.util.function.Consumer;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/** The end of the transaction that Spring has opened for this thread. */
final class EndOfTransaction implements TransactionEnd {

    @Override
    public boolean listen(Consumer<Boolean> listener) {
        if (!TransactionSynchronizationManager.isActualTransactionActive()
                || !TransactionSynchronizationManager.isSynchronizationActive()) {
            return false;
        }
        TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {
            @Override
            public void afterCompletion(int status) {
                listener.accept(status == STATUS_COMMITTED);
            }
        });
        return true;
    }
}
