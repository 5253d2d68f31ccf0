package dev.idempotency.chaos.cluster;

import dev.idempotency.chaos.history.Event;
import dev.idempotency.chaos.history.History;
import dev.idempotency.chaos.time.Pause;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;

/** Adds to the history what should not be there once nobody asks for anything any more. */
public record Leftovers(Cluster cluster, History history) {

    private static final int LOOKS = 30;

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

    /** Background work may be under way at any moment; what is left over is there whenever one looks. */
    public void find() {
        Set<Leftover> leftovers = look();
        for (int looks = 1; looks < LOOKS && !leftovers.isEmpty(); looks++) {
            Pause.of(Duration.ofMillis(100));
            leftovers.retainAll(look());
        }
        leftovers.forEach(left -> history.add(new Event.Leftover(history.now(), left.node(), left.what())));
    }

    private Set<Leftover> look() {
        Set<Leftover> found = new HashSet<>();
        Rows.of(cluster.database(), LOCKS, row -> found.add(leftover(row)));
        Rows.of(cluster.database(), TRANSACTIONS, row -> found.add(leftover(row)));
        for (Node node : cluster.nodes()) {
            String state = node.state();
            if (!state.equals("active=0 waiting=0")) {
                found.add(new Leftover(node.number(), "connections in use"));
            }
        }
        return found;
    }

    private static Leftover leftover(ResultSet row) throws SQLException {
        int node = Integer.parseInt(row.getString(1).substring("node-".length()));
        return new Leftover(node, row.getString(2));
    }

    private record Leftover(int node, String what) {}
}
