package dev.idempotency.sample.process;

import static org.awaitility.Awaitility.await;

import dev.idempotency.sample.Customer;
import dev.idempotency.sample.OrdersApplication;
import dev.idempotency.testbed.Database;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The application as a process of its own, which can be killed and stopped in its tracks. The database outlives it. */
final class SampleProcess implements AutoCloseable {

    private static final Pattern STARTED = Pattern.compile("Tomcat started on port (\\d+)");
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private final Process process;
    private final Path log;

    private SampleProcess(Process process, Path log) {
        this.process = process;
        this.log = log;
    }

    /** Returns at once; {@link #alice} waits until it takes requests. */
    static SampleProcess start(Database database, Map<String, String> environment) throws IOException {
        Path log = Files.createTempFile("sample", ".log");
        ProcessBuilder builder = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-Xmx256m",
                        "-cp",
                        System.getProperty("java.class.path"),
                        OrdersApplication.class.getName())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile());
        builder.environment()
                .putAll(Map.of(
                        "SERVER_PORT", "0",
                        "SPRING_DATASOURCE_URL", database.url(),
                        "SPRING_DATASOURCE_USERNAME", database.user(),
                        "SPRING_DATASOURCE_PASSWORD", database.password()));
        builder.environment().putAll(environment);
        return new SampleProcess(builder.start(), log);
    }

    Customer alice() {
        Matcher started = await().atMost(PATIENCE)
                .until(
                        () -> {
                            Matcher line = STARTED.matcher(Files.readString(log));
                            return line.find() || !process.isAlive() ? line : null;
                        },
                        line -> line != null);
        if (!process.isAlive()) {
            throw new IllegalStateException("It did not start, see " + log);
        }
        return new Customer("alice", Integer.parseInt(started.group(1)));
    }

    boolean isAlive() {
        return process.isAlive();
    }

    void kill() {
        process.destroyForcibly().onExit().join();
    }

    void pause() throws IOException {
        signal("STOP");
    }

    void resume() throws IOException {
        signal("CONT");
    }

    private void signal(String name) throws IOException {
        new ProcessBuilder("kill", "-" + name, Long.toString(process.pid()))
                .start()
                .onExit()
                .join();
    }

    @Override
    public void close() throws IOException {
        kill();
        Files.delete(log);
    }
}
