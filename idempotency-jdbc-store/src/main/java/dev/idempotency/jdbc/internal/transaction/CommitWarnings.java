package dev.idempotency.jdbc.internal.transaction;

import dev.idempotency.core.store.StoreException;
import dev.idempotency.jdbc.internal.driver.SqlErrorClassifier;
import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.springframework.jdbc.datasource.DataSourceUtils;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * Reads what the server said to a commit that the transaction manager takes for a success: it may not have waited for
 * its standby.
 */
final class CommitWarnings implements TransactionSynchronization {

    private final DataSource dataSource;

    private CommitWarnings(DataSource dataSource) {
        this.dataSource = dataSource;
    }

    /** Of the transaction that the thread is in, once for all the records in it. */
    static void watch(DataSource dataSource) {
        if (TransactionSynchronizationManager.isSynchronizationActive()
                && TransactionSynchronizationManager.getSynchronizations().stream()
                        .noneMatch(other ->
                                other instanceof CommitWarnings watching && watching.dataSource == dataSource)) {
            TransactionSynchronizationManager.registerSynchronization(new CommitWarnings(dataSource));
        }
    }

    /** The connection still belongs to the transaction. */
    @Override
    public void afterCommit() {
        Connection connection = DataSourceUtils.getConnection(dataSource);
        try {
            SqlErrorClassifier.throwIfNotReplicated(connection.getWarnings());
        } catch (SQLException | StoreException failure) {
            throw new StoreException.NotCommitted("It is unknown whether the transaction outlives a failover", failure);
        } finally {
            DataSourceUtils.releaseConnection(connection, dataSource);
        }
    }
}
