package dev.idempotency.chaos.cluster;

import dev.idempotency.chaos.history.Event;
import dev.idempotency.chaos.history.History;
import dev.idempotency.chaos.history.KeyName;
import dev.idempotency.chaos.history.RecordState;
import dev.idempotency.testbed.Database;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Duration;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Adds to the history what the databases have written down: effects, changes of records, findings. */
public record Aftermath(Database database, Database world, History history) {

    private static final String EFFECTS = "SELECT * FROM effect ORDER BY at";
    private static final String FINDINGS = "SELECT * FROM finding ORDER BY at";
    private static final String CHANGES = "SELECT * FROM change ORDER BY number";

    public void collect() {
        Rows.of(database, EFFECTS, row -> history.add(effect(row)));
        Rows.of(world, EFFECTS, row -> history.add(effect(row)));
        Rows.of(database, CHANGES, row -> history.add(change(row)));
        Rows.of(world, FINDINGS, row -> history.add(finding(row)));
    }

    private Event effect(ResultSet row) throws SQLException {
        return new Event.Effect(
                time(row, "at"), key(row), row.getString("run"), row.getString("attempt"), row.getString("payload"));
    }

    private Event finding(ResultSet row) throws SQLException {
        return new Event.Found(time(row, "at"), key(row), row.getBoolean("executed"));
    }

    private Event change(ResultSet row) throws SQLException {
        String scope = row.getString("scope");
        return new Event.Change(
                time(row, "at"),
                new KeyName(scope.substring(scope.indexOf(':') + 1), row.getString("key")),
                state(row.getString("from_state")),
                state(row.getString("to_state")),
                row.getLong("token"),
                time(row, "lease"),
                time(row, "expires"),
                orEmpty(row.getString("run")),
                orEmpty(row.getString("error")));
    }

    private Duration time(ResultSet row, String column) throws SQLException {
        Timestamp time = row.getTimestamp(column);
        return time == null ? Duration.ZERO : history.since(time.toInstant());
    }

    private static KeyName key(ResultSet row) throws SQLException {
        return new KeyName(row.getString("tenant"), row.getString("key"));
    }

    private static RecordState state(String name) {
        return RecordState.valueOf(name.toUpperCase(Locale.ROOT));
    }

    private static String orEmpty(@Nullable String text) {
        return text == null ? "" : text;
    }
}
