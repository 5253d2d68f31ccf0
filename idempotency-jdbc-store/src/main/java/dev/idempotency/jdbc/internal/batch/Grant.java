package dev.idempotency.jdbc.internal.batch;

import dev.idempotency.jdbc.internal.record.RecordRow;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;

/**
 * What the database made of a reservation.
 *
 * @param waitedMicros how long ago its times were computed, at most
 */
public record Grant(long token, Instant expiresAt, long waitedMicros) {

    public static Grant read(ResultSet row) throws SQLException {
        return new Grant(row.getLong("token"), RecordRow.instant(row, "expires_at"), row.getLong("waited"));
    }
}
