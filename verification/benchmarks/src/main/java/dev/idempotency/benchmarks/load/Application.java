package dev.idempotency.benchmarks.load;

import dev.idempotency.benchmarks.application.PurchaseApplication;
import dev.idempotency.testbed.Database;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.HttpURLConnection;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/** A process of the application. */
final class Application implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private final int port;
    private final Process process;
    private final Thread closing = new Thread(this::kill, "benchmark-application-end");

    private Application(int port, Process process) {
        this.port = port;
        this.process = process;
        Runtime.getRuntime().addShutdownHook(closing);
    }

    /** Starts it and waits until it takes requests. */
    static Application start(String name, Database database, LoadSettings settings, String... properties) {
        int port = freePort();
        List<String> line = new ArrayList<>(
                List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-Xms512m", "-Xmx512m"));
        settings.jvm().forEach(option -> line.add(option.replace("{name}", name)));
        line.addAll(List.of(
                "-cp",
                settings.classPath(),
                PurchaseApplication.class.getName(),
                "--server.port=" + port,
                "--server.tomcat.max-keep-alive-requests=-1",
                "--server.tomcat.threads.min-spare=200",
                "--server.shutdown=immediate",
                "--spring.main.banner-mode=off",
                "--spring.datasource.url=" + database.url(),
                "--spring.datasource.username=" + database.user(),
                "--spring.datasource.password=" + database.password(),
                "--spring.datasource.hikari.maximum-pool-size=" + settings.pool()));
        line.addAll(List.of(properties));
        try {
            Path log = Files.createDirectories(settings.directory()).resolve(name + ".log");
            Application application = new Application(
                    port,
                    new ProcessBuilder(line)
                            .redirectErrorStream(true)
                            .redirectOutput(log.toFile())
                            .start());
            application.awaitReady(log);
            return application;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    int port() {
        return port;
    }

    Duration cpu() {
        return process.info().totalCpuDuration().orElse(Duration.ZERO);
    }

    long allocatedBytes() {
        try {
            return Long.parseLong(meter());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void awaitReady(Path log) {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (!isReady()) {
            if (System.nanoTime() > deadline || !process.isAlive()) {
                throw new IllegalStateException("The application did not start, see " + log);
            }
            LockSupport.parkNanos(Duration.ofMillis(50).toNanos());
        }
    }

    private boolean isReady() {
        try {
            return !meter().isEmpty();
        } catch (IOException notYet) {
            return false;
        }
    }

    private String meter() throws IOException {
        HttpURLConnection connection = (HttpURLConnection)
                URI.create("http://127.0.0.1:" + port + "/meter").toURL().openConnection();
        return new String(connection.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }

    private static int freePort() {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void kill() {
        process.destroy();
        process.onExit().join();
    }

    @Override
    public void close() {
        Runtime.getRuntime().removeShutdownHook(closing);
        kill();
    }
}
