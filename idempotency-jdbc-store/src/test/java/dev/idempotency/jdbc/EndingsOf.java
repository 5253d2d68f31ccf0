package dev.idempotency.jdbc;

import dev.idempotency.core.atrest.ResponseProtection;
import dev.idempotency.core.store.LeasedRecords;
import dev.idempotency.jdbc.internal.batch.BatchLimits;
import dev.idempotency.jdbc.internal.batch.RecordWrites;
import dev.idempotency.jdbc.internal.driver.StatementExecutor;
import dev.idempotency.jdbc.internal.lease.RunCompletion;
import dev.idempotency.jdbc.internal.record.SqlFragments;
import dev.idempotency.jdbc.internal.transaction.AnswerSupplement;
import javax.sql.DataSource;

/** The endings of runs under any lease, also one that another store granted or none did, on a data source that is watched. */
final class EndingsOf {

    private EndingsOf() {}

    static LeasedRecords dataSource(DataSource dataSource) {
        JdbcStoreSettings settings = JdbcStoreSettings.defaults();
        StatementExecutor database = settings.executor(dataSource);
        SqlFragments fragments = settings.fragments();
        return new RunCompletion(
                database,
                fragments,
                new RecordWrites(database, fragments, BatchLimits.DEFAULT),
                ResponseProtection.NONE);
    }

    /** What adds a body to an answer that was recorded without one. */
    static AnswerSupplement supplements(DataSource dataSource) {
        JdbcStoreSettings settings = JdbcStoreSettings.defaults();
        return new AnswerSupplement(settings.executor(dataSource), settings.fragments(), ResponseProtection.NONE);
    }
}
