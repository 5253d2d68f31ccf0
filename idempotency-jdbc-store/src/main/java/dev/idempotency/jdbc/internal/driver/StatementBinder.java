package dev.idempotency.jdbc.internal.driver;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import org.jspecify.annotations.Nullable;

/** Passes the value of a parameter to the driver. */
public final class StatementBinder {

    /** What stands for infinity, which an operator may have written by hand. */
    public static final Instant FOREVER = Instant.parse("9999-12-31T23:59:59Z");

    private StatementBinder() {}

    static void bind(Connection connection, PreparedStatement statement, int index, @Nullable Object argument)
            throws SQLException {
        if (argument == null) {
            statement.setNull(index, Types.NULL);
        } else if (argument instanceof Instant instant) {
            statement.setObject(index, instant.equals(FOREVER) ? OffsetDateTime.MAX : instant.atOffset(ZoneOffset.UTC));
        } else if (argument instanceof SqlArray array) {
            statement.setArray(index, connection.createArrayOf(array.type(), array.toArray()));
        } else {
            statement.setObject(index, argument);
        }
    }
}
