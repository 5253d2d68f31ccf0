package dev.idempotency.chaos.cluster;

import dev.idempotency.chaos.history.FaultKind;
import dev.idempotency.chaos.seededbug.SeededBug;
import dev.idempotency.chaos.time.Pause;
import dev.idempotency.testbed.Database;
import dev.idempotency.testbed.EmbeddedServer;
import dev.idempotency.testbed.ReplicatedPostgres;
import dev.idempotency.testbed.TcpProxy;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * All processes of a run. The database of the records has a standby, for which every commit waits. The world is a database that nothing
 * happens to: it remembers every effect.
 */
public final class Cluster implements AutoCloseable {

    private static final String APPLICATION = "dev.idempotency.chaos.application.ChaosApplication";
    private static final int TEN_MINUTES = 600;

    private final ReplicatedPostgres servers = ReplicatedPostgres.startAlone(Map.of("shared_buffers", "128MB"));
    private final EmbeddedServer worldServer = EmbeddedServer.startFast();
    private final Database database = servers.createDatabase();
    private final Database world = worldServer.createDatabase();
    private final boolean wantsDisk;
    private final Optional<SmallDisk> disk;
    private final List<Node> nodes;

    /** @param directory where the processes leave their logs */
    public Cluster(ClusterShape shape, Path directory) {
        wantsDisk = shape.smallDisk();
        disk = shape.smallDisk() ? SmallDisk.mount() : Optional.empty();
        disk.ifPresent(small -> small.take(servers.maintenance(), database));
        servers.addStandby();
        Tables.create(database, world);
        nodes = IntStream.rangeClosed(1, shape.size())
                .mapToObj(number -> node(number, shape, directory))
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

    /** Kinds of faults that cannot be done here, with the reason. */
    public Map<FaultKind, String> impossible() {
        Map<FaultKind, String> reasons = new EnumMap<>(FaultKind.class);
        if (!Skew.isPossible()) {
            reasons.put(FaultKind.CLOCK_SKEW, "libfaketime is not installed");
        }
        if (wantsDisk && disk.isEmpty()) {
            reasons.put(FaultKind.DISK_FULL, "this process may not mount a file system");
        }
        return reasons;
    }

    /** Leaves the database no room for more rows, for a while. */
    public void fillDisk(Duration length) {
        SmallDisk small = disk.orElseThrow();
        small.fill();
        Pause.of(length);
        small.free();
    }

    /** Ends the database as a power failure would, and starts it again. */
    public void crashDatabase(Duration away) {
        servers.primary().crash();
        Pause.of(away);
        servers.primary().start();
    }

    /** Has the standby confirm nothing for a while. */
    public void stallStandby(Duration length) {
        servers.awaitConfirmation();
        servers.stall();
        Pause.of(length);
        servers.resume();
    }

    /** Has the standby confirm nothing for a while, and then take over, with what it has confirmed. It gets a standby of its own. */
    public void failOver(Duration stall) {
        servers.awaitConfirmation();
        servers.stall();
        Pause.of(stall);
        servers.promote();
        servers.addStandby();
    }

    private Node node(int number, ClusterShape shape, Path directory) {
        TcpProxy network = TcpProxy.to(database);
        int port = Node.freePort();
        List<String> line = new ArrayList<>(Node.java(APPLICATION));
        line.addAll(List.of(
                "--server.port=" + port,
                "--spring.datasource.url=" + database.through(network).url()
                        + "?prepareThreshold=0&connectTimeout=2&socketTimeout=5&ApplicationName=node-" + number,
                "--chaos.node=" + number,
                "--chaos.world=" + world.url(),
                "--chaos.seeded-bug=" + shape.seededBug().map(SeededBug::name).orElse(""),
                "--idempotency.lease=" + shape.lease().toMillis() + "ms"));
        shape.seededBug().ifPresent(bug -> line.addAll(bug.arguments()));
        ProcessBuilder command = new ProcessBuilder(line)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(
                        directory.resolve("node-" + number + ".log").toFile()));
        if (number == shape.size() && Skew.isPossible()) {
            Skew.apply(command, shape.fast() ? TEN_MINUTES : -TEN_MINUTES);
        }
        return new Node(number, port, network, command);
    }

    @Override
    public void close() {
        nodes.forEach(Node::close);
        servers.close();
        worldServer.close();
        disk.ifPresent(SmallDisk::close);
    }
}
