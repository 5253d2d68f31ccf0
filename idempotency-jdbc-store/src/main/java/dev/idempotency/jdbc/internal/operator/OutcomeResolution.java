package dev.idempotency.jdbc.internal.operator;

import dev.idempotency.core.atrest.ResponseProtection;
import dev.idempotency.core.fingerprint.Fingerprint;
import dev.idempotency.core.record.RecordId;
import dev.idempotency.core.record.RecordedAnswer;
import dev.idempotency.core.store.DecisionLogEntry;
import dev.idempotency.core.store.OperatorDecision;
import dev.idempotency.core.store.Resolution;
import dev.idempotency.jdbc.internal.driver.BoundStatement;
import dev.idempotency.jdbc.internal.driver.Micros;
import dev.idempotency.jdbc.internal.driver.SqlStatement;
import dev.idempotency.jdbc.internal.driver.StatementExecutor;
import dev.idempotency.jdbc.internal.record.RecordParameters;
import dev.idempotency.jdbc.internal.record.SqlFragments;
import java.util.Optional;

/** Carries out what was found out, or decided by hand, about an unknown outcome. */
public final class OutcomeResolution {

    private static final String FINGERPRINT = """
        SELECT fingerprint FROM $table WHERE $undecided
        """;

    private static final String COMPLETED = """
        UPDATE $table
        SET state = 'completed',
            $answer, $decided
        FROM (SELECT clock_timestamp() AS now, :retention::bigint * $microsecond AS retention) AS clock
        WHERE $bounded AND $undecided
        """;

    private static final String NOT_EXECUTED = """
        UPDATE $table
        SET state = 'failed_retryable', last_error = 'not_executed', $decided
        FROM (SELECT clock_timestamp() AS now, :retention::bigint * $microsecond AS retention) AS clock
        WHERE $bounded AND $undecided
        """;

    private static final String STILL_UNKNOWN = """
        UPDATE $table
        SET reconcile_attempts = reconcile_attempts + 1,
            reconcile_at = coalesce(clock_timestamp() + :ask_again_after::bigint * $microsecond, 'infinity')
        WHERE $bounded AND $undecided
        """;

    private static final String REQUEUE = """
        UPDATE $table
        SET reconcile_attempts = 0, reconcile_at = clock_timestamp()
        WHERE $bounded AND $undecided
        """;

    private final StatementExecutor database;
    private final DecisionLog log;
    private final ResponseProtection protection;
    private final SqlStatement fingerprint;
    private final Change completed;
    private final Change notExecuted;
    private final Change stillUnknown;
    private final Change requeue;

    /** @param protection the form in which answers are stored */
    public OutcomeResolution(
            StatementExecutor database, SqlFragments fragments, DecisionLog log, ResponseProtection protection) {
        this.database = database;
        this.log = log;
        this.protection = protection;
        this.fingerprint = fragments.statement(FINGERPRINT);
        this.completed = new Change(COMPLETED, fragments, log);
        this.notExecuted = new Change(NOT_EXECUTED, fragments, log);
        this.stillUnknown = new Change(STILL_UNKNOWN, fragments, log);
        this.requeue = new Change(REQUEUE, fragments, log);
    }

    /** Returns false if the outcome is not unknown any more, or the key was given to another run. */
    public boolean resolve(RecordId id, long token, Resolution resolution, Optional<OperatorDecision> decision) {
        Resolution stored = resolution;
        if (resolution instanceof Resolution.Completed found && protection.isCoding()) {
            Optional<Fingerprint> fingerprintOfRequest = fingerprint(id, token);
            if (fingerprintOfRequest.isEmpty()) {
                return false;
            }
            RecordedAnswer coded = protection.stored(id, fingerprintOfRequest.get(), token, found.response());
            stored = new Resolution.Completed(coded, found.retention());
        }
        BoundStatement change = bound(stored, decision.isPresent())
                .with(RecordParameters.of(id))
                .set("token", token);
        return decision.map(made -> log.execute(change, id, DecisionLogEntry.Action.of(resolution), made))
                .orElseGet(() -> database.write(change) > 0);
    }

    /** Of the request whose run is to be decided about; empty if that was done already. */
    private Optional<Fingerprint> fingerprint(RecordId id, long token) {
        return database
                .read(
                        fingerprint.bind().with(RecordParameters.of(id)).set("token", token),
                        (row, number) -> Fingerprint.ofBytes(row.getBytes("fingerprint")))
                .stream()
                .findFirst();
    }

    private BoundStatement bound(Resolution resolution, boolean byHand) {
        return resolution.match(new Resolution.Cases<>() {

            @Override
            public BoundStatement completed(Resolution.Completed found) {
                return completed
                        .bind(byHand)
                        .with(RecordParameters.of(found.response()))
                        .set("retention", Micros.of(found.retention()));
            }

            @Override
            public BoundStatement notExecuted(Resolution.NotExecuted found) {
                return notExecuted.bind(byHand).set("retention", Micros.of(found.retention()));
            }

            @Override
            public BoundStatement stillUnknown(Resolution.StillUnknown still) {
                return stillUnknown
                        .bind(byHand)
                        .set(
                                "ask_again_after",
                                still.askAgainAfter().map(Micros::of).orElse(null));
            }

            @Override
            public BoundStatement requeued(Resolution.Requeued requeued) {
                return requeue.bind(byHand);
            }
        });
    }

    /** A change of a record, found out automatically or decided by hand. */
    private record Change(SqlStatement automatic, SqlStatement byHand) {

        Change(String template, SqlFragments fragments, DecisionLog log) {
            this(fragments.statement(template), log.withEntry(template));
        }

        BoundStatement bind(boolean isByHand) {
            return (isByHand ? byHand : automatic).bind();
        }
    }
}
