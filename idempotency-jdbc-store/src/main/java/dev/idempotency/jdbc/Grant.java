package dev.idempotency.jdbc;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;

/**
 * What the database made of a reservation.
 *
 * @param waitedMicros how long ago its times were computed, at most
 */
record Grant(long token, Instant expiresAt, long waitedMicros) {

    static Grant read(ResultSet row) throws SQLException {
        return new Grant(row.getLong("token"), RecordRow.instant(row, "expires_at"), row.getLong("waited"));
    }
}
