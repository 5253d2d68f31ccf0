package dev.idempotency.jdbc;

import dev.idempotency.core.protect.ResponseProtection;
import dev.idempotency.core.store.LeasedRecords;
import javax.sql.DataSource;
import org.springframework.jdbc.support.JdbcTransactionManager;

/** The endings of runs under any lease, also one that another store granted or none did, on a data source that is watched. */
final class EndingsOf {

    private EndingsOf() {}

    static LeasedRecords dataSource(DataSource dataSource) {
        JdbcStoreSettings settings = JdbcStoreSettings.defaults();
        OwnTransaction database = new OwnTransaction(dataSource, settings);
        RequestSql sql = new RequestSql(new SqlFragments(settings));
        return new Endings(database, sql, new RecordWrites(database, sql, Sharing.DEFAULT), ResponseProtection.NONE);
    }

    /** What adds a body to an answer that was recorded without one. */
    static CompletedRecords supplements(DataSource dataSource) {
        return new CompletedRecords(
                dataSource,
                JdbcStoreSettings.defaults(),
                ResponseProtection.NONE,
                new CommitWithRecord(new JdbcTransactionManager(dataSource)));
    }
}
