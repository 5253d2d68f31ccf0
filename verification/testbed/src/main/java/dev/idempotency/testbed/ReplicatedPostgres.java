package dev.idempotency.testbed;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A primary and a standby that confirms every commit before the primary reports it ({@code synchronous_standby_names}). Both keep
 * what they have committed.
 *
 * <p>Clients reach whichever of the two is the primary by the same address, as they would by a name that a failover moves.
 */
public final class ReplicatedPostgres implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final String STANDBY = "standby";
    private static final String WAITING_COMMITS = "FROM pg_stat_activity WHERE wait_event = 'SyncRep'";

    private final TcpProxy address;
    private EmbeddedServer primary;
    private @Nullable EmbeddedServer standby;
    private @Nullable TcpProxy replication;

    private ReplicatedPostgres(EmbeddedServer primary) {
        this.primary = primary;
        this.address = TcpProxy.to(primary.maintenance());
    }

    public static ReplicatedPostgres start() {
        ReplicatedPostgres both = startAlone(Map.of());
        both.addStandby();
        return both;
    }

    /** Starts a primary that has no standby yet, with further settings of the server. */
    public static ReplicatedPostgres startAlone(Map<String, String> furtherSettings) {
        Map<String, String> all = new TreeMap<>(furtherSettings);
        // The standby has the tables of other disks among its own.
        all.put("allow_in_place_tablespaces", "on");
        // A standby that has stalled still finds the log that it lacks.
        all.put("wal_keep_size", "256MB");
        return new ReplicatedPostgres(EmbeddedServer.startDurable(all));
    }

    /** Makes the first standby, or another one after a failover. The primary is stopped for a moment, to be copied. */
    public void addStandby() {
        if (standby != null) {
            throw new IllegalStateException("There is a standby already");
        }
        replication = TcpProxy.to(primary.maintenance());
        standby = primary.copy();
        Standby.follow(
                standby,
                "host=127.0.0.1 port=" + replication.port() + " user=postgres password=postgres application_name="
                        + STANDBY);
        standby.start();
        maintenance().execute("ALTER SYSTEM SET synchronous_standby_names = '" + STANDBY + "'");
        maintenance().execute("SELECT pg_reload_conf()");
        await("SELECT count(*) FROM pg_stat_replication WHERE sync_state = 'sync'", 1, "the standby to be synchronous");
    }

    /** A new database, reached by the address that outlives a failover. */
    public Database createDatabase() {
        return maintenance().sibling().through(address);
    }

    /** The primary itself, by an address of its own. */
    public Database maintenance() {
        return primary.maintenance();
    }

    /** The primary's processes. */
    public EmbeddedServer primary() {
        return primary;
    }

    /** Waits until the standby has confirmed everything that is committed by now. */
    public void awaitConfirmation() {
        maintenance().execute("SELECT pg_logical_emit_message(true, 'testbed', '')");
    }

    /** Holds everything between the two: the standby gets no further log, and the primary no confirmation. */
    public void stall() {
        line().hold();
    }

    public void resume() {
        line().release();
    }

    /** Waits until so many commits wait for the standby. */
    public void awaitWaitingCommits(int commits) {
        await("SELECT count(*) " + WAITING_COMMITS, commits, commits + " commits to wait for the standby");
    }

    /** Does what an operator may who wants a hanging commit to end: it stays committed, the standby does not have it. */
    public void cancelWaitingCommits() {
        maintenance().execute("SELECT pg_cancel_backend(pid) " + WAITING_COMMITS);
    }

    /**
     * Ends the primary for good, whatever state it is in, and makes the standby the primary with the log that has reached it. There is
     * no standby then, and nobody waits for one.
     */
    public void promote() {
        EmbeddedServer successor = Optional.ofNullable(standby).orElseThrow();
        address.refuse();
        line().close();
        primary.close();
        successor.maintenance().execute("SELECT pg_promote(true, " + PATIENCE.toSeconds() + ")");
        primary = successor;
        standby = null;
        replication = null;
        address.redirect(primary.maintenance());
        address.accept();
    }

    private TcpProxy line() {
        return Optional.ofNullable(replication).orElseThrow(() -> new IllegalStateException("There is no standby"));
    }

    private void await(String count, int atLeast, String what) {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (number(count) < atLeast) {
            if (System.nanoTime() > deadline) {
                throw new IllegalStateException("Waited in vain for " + what);
            }
            LockSupport.parkNanos(Duration.ofMillis(5).toNanos());
        }
    }

    private int number(String sql) {
        try (Connection connection = maintenance().dataSource().getConnection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            row.next();
            return row.getInt(1);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        address.close();
        if (replication != null) {
            replication.close();
        }
        if (standby != null) {
            standby.close();
        }
        primary.close();
    }
}
