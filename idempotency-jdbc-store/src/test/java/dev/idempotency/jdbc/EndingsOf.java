package dev.idempotency.jdbc;

import dev.idempotency.core.protect.ResponseProtection;
import dev.idempotency.core.store.LeasedRecords;
import dev.idempotency.jdbc.internal.batch.BatchLimits;
import dev.idempotency.jdbc.internal.batch.RecordWrites;
import dev.idempotency.jdbc.internal.driver.StatementExecutor;
import dev.idempotency.jdbc.internal.lease.RunCompletion;
import dev.idempotency.jdbc.internal.record.RequestSql;
import dev.idempotency.jdbc.internal.transaction.CommitWithRecord;
import dev.idempotency.jdbc.internal.transaction.TransactionalRecordWriter;
import javax.sql.DataSource;
import org.springframework.jdbc.support.JdbcTransactionManager;

/** The endings of runs under any lease, also one that another store granted or none did, on a data source that is watched. */
final class EndingsOf {

    private EndingsOf() {}

    static LeasedRecords dataSource(DataSource dataSource) {
        JdbcStoreSettings settings = JdbcStoreSettings.defaults();
        StatementExecutor database = settings.executor(dataSource);
        RequestSql sql = new RequestSql(settings.fragments());
        return new RunCompletion(
                database, sql, new RecordWrites(database, sql, BatchLimits.DEFAULT), ResponseProtection.NONE);
    }

    /** What adds a body to an answer that was recorded without one. */
    static TransactionalRecordWriter supplements(DataSource dataSource) {
        JdbcStoreSettings settings = JdbcStoreSettings.defaults();
        return new TransactionalRecordWriter(
                dataSource,
                settings.fragments(),
                settings.timeouts(),
                settings.executor(dataSource),
                ResponseProtection.NONE,
                new CommitWithRecord(new JdbcTransactionManager(dataSource)));
    }
}
