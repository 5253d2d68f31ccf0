package dev.idempotency.jdbc;

import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/** The same where the commit does not travel with the record. */
class SeparateCommitFaultsTest extends TransactionalFaultsTest {

    @Override
    void arrange() {
        TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {});
    }
}
