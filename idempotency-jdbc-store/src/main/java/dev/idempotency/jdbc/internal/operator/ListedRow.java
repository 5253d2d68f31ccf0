package dev.idempotency.jdbc.internal.operator;

import dev.idempotency.core.internal.digest.Sha256;
import dev.idempotency.core.record.RecordSummary;
import dev.idempotency.core.record.State;
import dev.idempotency.jdbc.internal.record.RecordRow;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A row of an operator's list. An operator must see what is there, also what a newer version wrote: rows that this
 * version cannot parse are listed with raw column values. Rows whose scope or key cannot be parsed are logged and
 * skipped.
 *
 * @param facts empty if the row cannot be named
 */
record ListedRow(String scope, String key, Optional<RecordSummary> facts) {

    private static final Logger log = LoggerFactory.getLogger(ListedRow.class);

    static ListedRow read(ResultSet row) throws SQLException {
        return new ListedRow(row.getString("scope"), row.getString("key"), facts(row));
    }

    private static Optional<RecordSummary> facts(ResultSet row) throws SQLException {
        try {
            return Optional.of(RecordSummary.of(RecordRow.read(row)));
        } catch (IllegalArgumentException unreadable) {
            return asFarAsPossible(row);
        }
    }

    private static Optional<RecordSummary> asFarAsPossible(ResultSet row) throws SQLException {
        try {
            return Optional.of(new RecordSummary(
                    RecordRow.id(row),
                    row.getString("operation"),
                    State.UNKNOWN,
                    row.getLong("token"),
                    RecordRow.instant(row, "lease_until"),
                    null,
                    row.getString("last_error"),
                    row.getInt("reconcile_attempts"),
                    RecordRow.instantOrNull(row, "reconcile_at"),
                    RecordRow.instant(row, "created_at"),
                    RecordRow.instantOrNull(row, "finished_at"),
                    RecordRow.instant(row, "expires_at"),
                    false));
        } catch (IllegalArgumentException nameless) {
            log.error(
                    "The unknown outcome of key {} is not listed: this version cannot read its scope or key; look at the table",
                    Sha256.shortHex(row.getString("key")),
                    nameless);
            return Optional.empty();
        }
    }
}
