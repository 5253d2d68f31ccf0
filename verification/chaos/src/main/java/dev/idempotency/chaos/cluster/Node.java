package dev.idempotency.chaos.cluster;

import dev.idempotency.chaos.time.Pause;
import dev.idempotency.testbed.TcpProxy;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.HttpURLConnection;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/** A process of the application, and its own stretch of network to the database. Can be ended and stopped in its tracks. */
public final class Node implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final int ATTEMPTS = 100;
    private static final int FIRST_PORT = 20_000;
    private static final int FIRST_OUTGOING_PORT = 32_768;

    private final int number;
    private final int port;
    private final TcpProxy network;
    private final ProcessBuilder command;
    private final Thread closing = new Thread(this::kill, "chaos-node-end");
    private @Nullable Process process;

    public Node(int number, int port, TcpProxy network, ProcessBuilder command) {
        this.number = number;
        this.port = port;
        this.network = network;
        this.command = command;
        Runtime.getRuntime().addShutdownHook(closing);
    }

    /** Begins a command that runs a class of this class path in a process of its own. */
    public static List<String> java(String mainClass) {
        return List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Xmx256m",
                "-cp",
                System.getProperty("java.class.path"),
                mainClass);
    }

    /** One that the system gives to no outgoing connection while the process is away. */
    public static int freePort() {
        for (int attempt = 1; attempt <= ATTEMPTS; attempt++) {
            int port = ThreadLocalRandom.current().nextInt(FIRST_PORT, FIRST_OUTGOING_PORT);
            try (ServerSocket socket = new ServerSocket(port)) {
                return socket.getLocalPort();
            } catch (IOException taken) {
                // Another one is tried.
            }
        }
        throw new IllegalStateException("No free port found in " + ATTEMPTS + " attempts");
    }

    public int number() {
        return number;
    }

    public int port() {
        return port;
    }

    public TcpProxy network() {
        return network;
    }

    /** How its sessions are called in the database. */
    public String sessionName() {
        return "node-" + number;
    }

    public synchronized void start() {
        try {
            process = command.start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Waits until it takes requests. One that could not start, as the database was away, is started again. */
    public void awaitReady() {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (state().isEmpty()) {
            if (System.nanoTime() > deadline) {
                throw new IllegalStateException("Node " + number + " did not start within " + PATIENCE);
            }
            synchronized (this) {
                if (process == null || !process.isAlive()) {
                    start();
                }
            }
            Pause.of(Duration.ofMillis(50));
        }
    }

    /** What the node says about itself: the connections that are in use; empty when it says nothing. */
    public String state() {
        try {
            HttpURLConnection connection = (HttpURLConnection)
                    URI.create("http://127.0.0.1:" + port + "/node").toURL().openConnection();
            connection.setConnectTimeout(500);
            connection.setReadTimeout(1_000);
            try {
                return new String(connection.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            } finally {
                connection.disconnect();
            }
        } catch (IOException notReady) {
            return "";
        }
    }

    /** Ends the process without a word. */
    public synchronized void kill() {
        if (process != null) {
            process.destroyForcibly().onExit().join();
        }
    }

    public void pause() {
        signal("STOP");
    }

    public void resume() {
        signal("CONT");
    }

    private synchronized void signal(String name) {
        if (process != null) {
            try {
                new ProcessBuilder("kill", "-" + name, Long.toString(process.pid()))
                        .start()
                        .onExit()
                        .join();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    @Override
    public void close() {
        Runtime.getRuntime().removeShutdownHook(closing);
        kill();
        network.close();
    }
}
