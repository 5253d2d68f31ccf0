package dev.idempotency.chaos.cluster;

import dev.idempotency.chaos.plant.Plant;
import dev.idempotency.chaos.time.Pause;
import dev.idempotency.testbed.Database;
import dev.idempotency.testbed.EmbeddedServer;
import dev.idempotency.testbed.TcpProxy;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/** All processes of a run. The world is a database that nothing happens to: it remembers every effect. */
public final class Cluster implements AutoCloseable {

    private static final String APPLICATION = "dev.idempotency.chaos.application.ChaosApplication";
    private static final int TEN_MINUTES = 600;

    private final EmbeddedServer server = EmbeddedServer.startDurable(Map.of("shared_buffers", "128MB"));
    private final EmbeddedServer worldServer = EmbeddedServer.startFast();
    private final Database database = server.createDatabase();
    private final Database world = worldServer.createDatabase();
    private final List<Node> nodes;

    /**
     * @param fast whether the clock of the last node is fast; otherwise it is slow
     * @param directory where the processes leave their logs
     */
    public Cluster(int size, Duration lease, boolean fast, Optional<Plant> plant, Path directory) {
        Tables.create(database, world);
        nodes = IntStream.rangeClosed(1, size)
                .mapToObj(number -> node(number, lease, plant, directory, number == size, fast))
                .toList();
    }

    /** Starts the processes: the first makes the table of the records, the others find it there. */
    public void start() {
        nodes.get(0).start();
        nodes.get(0).awaitReady();
        Tables.watch(database);
        nodes.stream().skip(1).forEach(Node::start);
        nodes.forEach(Node::awaitReady);
    }

    public Database database() {
        return database;
    }

    public Database world() {
        return world;
    }

    public List<Node> nodes() {
        return nodes;
    }

    public boolean isClockSkewed() {
        return Skew.isPossible();
    }

    /** Ends the database as a power failure would, and starts it again. */
    public void crashDatabase(Duration away) {
        server.crash();
        Pause.of(away);
        server.start();
    }

    private Node node(int number, Duration lease, Optional<Plant> plant, Path directory, boolean skewed, boolean fast) {
        TcpProxy network = TcpProxy.to(database);
        int port = Node.freePort();
        List<String> line = new ArrayList<>(Node.java(APPLICATION));
        line.addAll(List.of(
                "--server.port=" + port,
                "--spring.datasource.url=" + database.through(network).url()
                        + "?prepareThreshold=0&connectTimeout=2&socketTimeout=5&ApplicationName=node-" + number,
                "--chaos.node=" + number,
                "--chaos.world=" + world.url(),
                "--chaos.plant=" + plant.map(Plant::name).orElse(""),
                "--idempotency.lease=" + lease.toMillis() + "ms"));
        plant.ifPresent(bug -> line.addAll(bug.arguments()));
        ProcessBuilder command = new ProcessBuilder(line)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(
                        directory.resolve("node-" + number + ".log").toFile()));
        if (skewed && Skew.isPossible()) {
            Skew.apply(command, fast ? TEN_MINUTES : -TEN_MINUTES);
        }
        return new Node(number, port, network, command);
    }

    @Override
    public void close() {
        nodes.forEach(Node::close);
        server.close();
        worldServer.close();
    }
}
