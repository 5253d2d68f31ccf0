package dev.idempotency.chaos.killpoint;

import dev.idempotency.chaos.cluster.Node;
import dev.idempotency.testbed.Database;
import dev.idempotency.testbed.TcpProxy;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The application in a process of its own, on a line of its own to the database. */
final class Victim implements AutoCloseable {

    private static final String SESSIONS = "victim";

    private final Database database;
    private final Node node;

    Victim(Database database, Path log) {
        this.database = database;
        TcpProxy network = TcpProxy.to(database);
        int port = Node.freePort();
        List<String> line = new ArrayList<>(Node.java(TillApplication.class.getName()));
        // Not prepared on the server, so that the text of every statement is on the line.
        line.addAll(List.of(
                "--server.port=" + port,
                "--spring.datasource.url=" + database.through(network).url() + "?prepareThreshold=0&ApplicationName="
                        + SESSIONS,
                "--spring.datasource.hikari.maximum-pool-size=2",
                "--idempotency.upkeep.enabled=false"));
        this.node = new Node(
                1,
                port,
                network,
                new ProcessBuilder(line).redirectErrorStream(true).redirectOutput(log.toFile()));
        node.start();
    }

    int port() {
        return node.port();
    }

    TcpProxy network() {
        return node.network();
    }

    void awaitReady() {
        node.awaitReady();
    }

    /** Ends it by SIGKILL, together with what it had on the line, and starts it again. */
    void kill() {
        node.kill();
        network().cut();
        node.start();
    }

    /** Ends its sessions in the database, and returns when they are gone. */
    void terminateSessions() {
        database.execute("SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity WHERE application_name = '"
                + SESSIONS + "' AND datname = current_database()");
    }

    @Override
    public void close() {
        node.close();
    }
}
