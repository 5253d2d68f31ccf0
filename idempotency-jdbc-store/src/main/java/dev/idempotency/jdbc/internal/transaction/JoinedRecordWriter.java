package dev.idempotency.jdbc.internal.transaction;

import dev.idempotency.core.atrest.ResponseProtection;
import dev.idempotency.core.record.RecordedAnswer;
import dev.idempotency.core.template.IdempotencyException.TransactionLost;
import dev.idempotency.jdbc.internal.driver.BoundStatement;
import dev.idempotency.jdbc.internal.driver.SqlStatement;
import dev.idempotency.jdbc.internal.record.SqlFragments;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/** Writes the completed record in a transaction that goes on afterwards. */
final class JoinedRecordWriter {

    /** A row that was written behind a savepoint has the number of a transaction inside the transaction. */
    private static final String TELLS_OF_SAVEPOINT = " RETURNING xmin <> pg_current_xact_id()::xid AS nested";

    private static final String INSERT = TransactionalRecordWriter.INSERT + TELLS_OF_SAVEPOINT;

    private static final String REPLACE = TransactionalRecordWriter.REPLACE + TELLS_OF_SAVEPOINT;

    private final HandlerConnection connection;
    private final ResponseProtection protection;
    private final SqlStatement insert;
    private final SqlStatement replace;

    JoinedRecordWriter(HandlerConnection connection, SqlFragments fragments, ResponseProtection protection) {
        this.connection = connection;
        this.protection = protection;
        this.insert = fragments.statement(INSERT);
        this.replace = fragments.statement(REPLACE);
    }

    /**
     * Writes the record.
     *
     * @throws SQLException if it was not written; then the transaction can only be rolled back
     * @throws TransactionLost if another transaction has replaced the former record
     * @throws IllegalStateException if it was written behind a savepoint
     */
    void write(OpenTransaction run, RecordedAnswer answer) throws SQLException {
        connection.watchCommit();
        BoundStatement statement = TransactionalRecordWriter.writing(insert, replace, protection, run, answer);
        boolean nested = connection.execute(statement, prepared -> isNested(prepared));
        if (nested && !HandlerTransactions.isOpen()) {
            throw new IllegalStateException(JoinedTransactions.NESTED);
        }
    }

    private static boolean isNested(PreparedStatement prepared) throws SQLException {
        try (ResultSet row = prepared.executeQuery()) {
            if (!row.next()) {
                throw new TransactionLost(
                        "Another transaction has replaced the record of this key meanwhile; roll this one back and try it again",
                        null);
            }
            return row.getBoolean("nested");
        }
    }
}
