package dev.idempotency.chaos.cluster;

import dev.idempotency.chaos.history.Event;
import dev.idempotency.chaos.history.History;
import dev.idempotency.chaos.history.KeyName;
import dev.idempotency.chaos.history.RecordState;
import dev.idempotency.chaos.time.Pause;
import dev.idempotency.testbed.Database;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Adds to the history what the databases and the processes have to tell at the end. */
public record Aftermath(Cluster cluster, History history) {

    private static final int LOOKS = 30;

    private static final String EFFECTS = "SELECT * FROM effect ORDER BY at";
    private static final String FINDINGS = "SELECT * FROM finding ORDER BY at";
    private static final String CHANGES = "SELECT * FROM change ORDER BY number";

    private static final String LOCKS = """
        SELECT application_name, locktype || ' lock'
        FROM pg_locks JOIN pg_stat_activity USING (pid)
        WHERE application_name LIKE 'node-%' AND granted
        """;

    private static final String TRANSACTIONS = """
        SELECT application_name, 'transaction, ' || state
        FROM pg_stat_activity
        WHERE application_name LIKE 'node-%' AND xact_start < clock_timestamp() - interval '1 second'
        """;

    /** What the databases have written down. */
    public void collect() {
        query(cluster.database(), EFFECTS, row -> history.add(effect(row)));
        query(cluster.world(), EFFECTS, row -> history.add(effect(row)));
        query(cluster.database(), CHANGES, row -> history.add(change(row)));
        query(
                cluster.world(),
                FINDINGS,
                row -> history.add(new Event.Found(
                        time(row, "at"),
                        new KeyName(row.getString("tenant"), row.getString("key")),
                        row.getBoolean("executed"))));
    }

    /** What should not be there once nobody asks for anything any more. Background work may be under way for a moment. */
    public void findLeftovers() {
        List<Event> leftovers = leftovers();
        for (int look = 0; look < LOOKS && !leftovers.isEmpty(); look++) {
            Pause.of(Duration.ofMillis(100));
            leftovers = leftovers();
        }
        leftovers.forEach(history::add);
    }

    private List<Event> leftovers() {
        List<Event> found = new ArrayList<>();
        query(cluster.database(), LOCKS, row -> found.add(leftover(row)));
        query(cluster.database(), TRANSACTIONS, row -> found.add(leftover(row)));
        for (Node node : cluster.nodes()) {
            String state = node.state();
            if (!state.equals("active=0 waiting=0")) {
                found.add(new Event.Leftover(history.now(), node.number(), "connections in use: " + state));
            }
        }
        return found;
    }

    private Event leftover(ResultSet row) throws SQLException {
        int node = Integer.parseInt(row.getString(1).substring("node-".length()));
        return new Event.Leftover(history.now(), node, row.getString(2));
    }

    private Event effect(ResultSet row) throws SQLException {
        return new Event.Effect(
                time(row, "at"),
                new KeyName(row.getString("tenant"), row.getString("key")),
                row.getString("run"),
                row.getString("attempt"),
                row.getString("payload"));
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
        return history.since(row.getTimestamp(column).toInstant());
    }

    private static RecordState state(String name) {
        return RecordState.valueOf(name.toUpperCase(Locale.ROOT));
    }

    private static String orEmpty(@Nullable String text) {
        return text == null ? "" : text;
    }

    private static void query(Database database, String sql, RowVisitor visitor) {
        try (Connection connection = database.dataSource().getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            while (rows.next()) {
                visitor.visit(rows);
            }
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private interface RowVisitor {
        void visit(ResultSet row) throws SQLException;
    }
}
