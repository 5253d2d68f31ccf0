package dev.idempotency.jdbc.internal.transaction;

import dev.idempotency.jdbc.internal.driver.Pipeline;
import dev.idempotency.jdbc.internal.driver.SqlErrorClassifier;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionStatus;
import org.springframework.transaction.TransactionSystemException;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * The commit that travels with the record, which saves a round trip. The record must be the last thing in its
 * transaction then:
 *
 * <ul>
 *   <li>The transaction manager does nothing at the commit but to commit the connection. That of JPA flushes; what
 *       a subclass does is unknown. And it has no listeners, as a listener would be told of the commit when it is over.
 *   <li>The transaction has no callbacks. Some write, as that of MyBatis; all may still prevent the commit.
 *   <li>The transaction ends with this status, and by a commit.
 *   <li>The driver sends both before it hears of the first, and the server skips the commit if the record fails.
 * </ul>
 *
 * Everywhere else the record is written, and then the transaction manager commits. It does so here too, and finds
 * nothing left to commit; so that it gives back the connection, and its state is what it always is.
 */
final class CommitWithRecord {

    private static final String TASK = "JDBC commit";

    private final PlatformTransactionManager transactions;

    CommitWithRecord(PlatformTransactionManager transactions) {
        this.transactions = transactions;
    }

    /** Whether nothing is to happen between the two. */
    boolean isAllowed(TransactionStatus status, Connection connection) throws SQLException {
        return onlyCommits()
                && hasNoCallbacks()
                && status.isNewTransaction()
                && !status.hasSavepoint()
                && !status.isRollbackOnly()
                && Pipeline.isPossible(connection);
    }

    private boolean onlyCommits() {
        return (transactions.getClass() == JdbcTransactionManager.class
                        || transactions.getClass() == DataSourceTransactionManager.class)
                && ((DataSourceTransactionManager) transactions)
                        .getTransactionExecutionListeners()
                        .isEmpty();
    }

    private static boolean hasNoCallbacks() {
        return TransactionSynchronizationManager.isSynchronizationActive()
                && TransactionSynchronizationManager.getSynchronizations().isEmpty();
    }

    /**
     * Executes the two.
     *
     * @throws SQLException if the record was not written; then nothing was committed
     * @throws RuntimeException if the commit failed, or it is unknown whether it did: as the transaction manager
     *     reports it
     */
    void execute(Connection connection, PreparedStatement recordAndCommit) throws SQLException {
        Pipeline pipeline = Pipeline.of(connection);
        try {
            recordAndCommit.execute();
        } catch (SQLException failure) {
            if (pipeline.isTransactionOver() || SqlErrorClassifier.isInDoubt(failure)) {
                throw ofCommit(failure);
            }
            throw failure;
        }
        SqlErrorClassifier.throwIfNotReplicated(recordAndCommit.getWarnings());
    }

    private RuntimeException ofCommit(SQLException failure) {
        if (transactions instanceof JdbcTransactionManager translating) {
            DataAccessException translated =
                    translating.getExceptionTranslator().translate(TASK, null, failure);
            if (translated != null) {
                return translated;
            }
        }
        return new TransactionSystemException(TASK + " failed", failure);
    }
}
