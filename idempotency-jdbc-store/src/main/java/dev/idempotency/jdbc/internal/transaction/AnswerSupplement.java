package dev.idempotency.jdbc.internal.transaction;

import dev.idempotency.core.atrest.ResponseProtection;
import dev.idempotency.core.record.Lease;
import dev.idempotency.core.record.RecordedAnswer;
import dev.idempotency.jdbc.internal.driver.SqlStatement;
import dev.idempotency.jdbc.internal.driver.StatementExecutor;
import dev.idempotency.jdbc.internal.record.RecordParameters;
import dev.idempotency.jdbc.internal.record.SqlFragments;

/** Adds its body to an answer that was committed without one, in a transaction of its own. */
public final class AnswerSupplement {

    private static final String SUPPLEMENT = """
        UPDATE $table
        SET $answer
        WHERE $bounded AND $owned
            AND state = 'completed' AND response_body IS NULL
        """;

    private final StatementExecutor database;
    private final ResponseProtection protection;
    private final SqlStatement supplement;

    public AnswerSupplement(StatementExecutor database, SqlFragments fragments, ResponseProtection protection) {
        this.database = database;
        this.protection = protection;
        this.supplement = fragments.statement(SUPPLEMENT);
    }

    /** Returns false if the answer has a body already, or the record is not the lease's. */
    public boolean supplement(Lease lease, RecordedAnswer answer) {
        return database.write(supplement
                        .bind()
                        .with(RecordParameters.of(lease))
                        .with(RecordParameters.of(protection.stored(lease, answer))))
                == 1;
    }
}
