package dev.idempotency.jdbc.internal.record;

import dev.idempotency.core.fingerprint.Fingerprint;
import dev.idempotency.core.key.IdempotencyKey;
import dev.idempotency.core.record.Header;
import dev.idempotency.core.record.IdempotencyRecord;
import dev.idempotency.core.record.Lifetime;
import dev.idempotency.core.record.ReconcileSchedule;
import dev.idempotency.core.record.RecordId;
import dev.idempotency.core.record.RecordedAnswer;
import dev.idempotency.core.record.RunHolder;
import dev.idempotency.core.record.State;
import dev.idempotency.core.scope.Scope;
import dev.idempotency.jdbc.internal.driver.StatementBinder;
import java.sql.Array;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Reads a record from a row that has {@link #COLUMNS}, whatever statement it came from. Its answer is in the form that
 * it is stored in.
 */
public final class RecordRow {

    /** The names of the columns that make a record. A dead letter's time of infinity reads as none. */
    public static final String COLUMNS = """
        scope, key, operation, fingerprint, state, token, owner, lease_until, take_over,
            response_version, response_status, response_headers, response_body, last_error,
            nullif(reconcile_at, 'infinity') AS reconcile_at, reconcile_attempts,
            created_at, finished_at, decided_at, expires_at""";

    private RecordRow() {}

    public static IdempotencyRecord read(ResultSet row) throws SQLException {
        State state = state(row.getString("state"));
        return new IdempotencyRecord(
                id(row),
                row.getString("operation"),
                Fingerprint.ofBytes(row.getBytes("fingerprint")),
                state,
                hold(row),
                state == State.COMPLETED ? response(row) : null,
                row.getString("last_error"),
                state == State.UNKNOWN ? reconciliation(row) : null,
                new Lifetime(
                        instant(row, "created_at"),
                        instantOrNull(row, "finished_at"),
                        instantOrNull(row, "decided_at"),
                        instant(row, "expires_at")));
    }

    private static RunHolder hold(ResultSet row) throws SQLException {
        return new RunHolder(
                row.getLong("token"), row.getString("owner"), instant(row, "lease_until"), row.getBoolean("take_over"));
    }

    public static RecordId id(ResultSet row) throws SQLException {
        return new RecordId(Scope.restore(row.getString("scope")), new IdempotencyKey(row.getString("key")));
    }

    public static Instant instant(ResultSet row, String column) throws SQLException {
        return instant(row.getObject(column, OffsetDateTime.class));
    }

    /** The driver's infinity is larger than what can be told in milliseconds, or as a date. */
    private static Instant instant(OffsetDateTime time) {
        return time.equals(OffsetDateTime.MAX) ? StatementBinder.FOREVER : time.toInstant();
    }

    /** How a state is spelled in the table. */
    public static String name(State state) {
        return state.name().toLowerCase(Locale.ROOT);
    }

    private static State state(String name) {
        return State.valueOf(name.toUpperCase(Locale.ROOT));
    }

    /**
     * Of an answer that a newer version wrote, only what every version can read. Of a coded one, what the codec can.
     */
    private static RecordedAnswer response(ResultSet row) throws SQLException {
        int version = row.getInt("response_version");
        int status = row.getInt("response_status");
        if (version == RecordedAnswer.CODED_VERSION) {
            return RecordedAnswer.stored(version, status, List.of(), row.getBytes("response_body"));
        }
        return version > RecordedAnswer.SCHEMA_VERSION
                ? RecordedAnswer.stored(version, status, List.of(), null)
                : RecordedAnswer.stored(version, status, headers(row), row.getBytes("response_body"));
    }

    /** What is not names and values by turns was not written by any version that this one knows of. */
    private static List<Header> headers(ResultSet row) throws SQLException {
        Array kept = row.getArray("response_headers");
        if (kept == null
                || !(kept.getArray() instanceof String[] texts)
                || texts.length % 2 != 0
                || Arrays.asList(texts).contains(null)) {
            throw new IllegalArgumentException("The headers of an answer are not names and values by turns");
        }
        List<Header> headers = new ArrayList<>();
        for (int i = 0; i < texts.length; i += 2) {
            headers.add(new Header(texts[i], texts[i + 1]));
        }
        return headers;
    }

    private static ReconcileSchedule reconciliation(ResultSet row) throws SQLException {
        return new ReconcileSchedule(row.getInt("reconcile_attempts"), instantOrNull(row, "reconcile_at"));
    }

    public static @Nullable Instant instantOrNull(ResultSet row, String column) throws SQLException {
        OffsetDateTime time = row.getObject(column, OffsetDateTime.class);
        return time == null ? null : instant(time);
    }
}
