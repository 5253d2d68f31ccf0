package dev.idempotency.testbed;

import java.net.URI;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.postgresql.PostgreSQLContainer;

/**
 * The server that all tests of a process share.
 *
 * <ol>
 *   <li>The one that the environment names: {@code IDEMPOTENCY_TEST_DATABASE_URL}, such as
 *       {@code jdbc:postgresql://localhost:5432/postgres}, with {@code …_USER} and {@code …_PASSWORD}. The user must be allowed
 *       to create databases.
 *   <li>Otherwise a container, where Docker answers.
 *   <li>Otherwise embedded, from binaries that Maven fetched.
 * </ol>
 */
public final class PostgresServer {

    private static final Logger log = LoggerFactory.getLogger(PostgresServer.class);
    private static final String VARIABLE = "IDEMPOTENCY_TEST_DATABASE";
    private static final String IMAGE = "postgres:18";

    private final Database maintenance;

    private PostgresServer(Database maintenance) {
        this.maintenance = maintenance;
    }

    public static PostgresServer shared() {
        return Shared.SERVER;
    }

    public Database createDatabase() {
        return maintenance.sibling();
    }

    private static PostgresServer choose(Map<String, String> environment) {
        String url = environment.get(VARIABLE + "_URL");
        if (url != null) {
            return new PostgresServer(named(url, environment));
        }
        // A chosen version is an embedded one.
        if (!Postmaster.isVersionChosen() && isDockerThere()) {
            return new PostgresServer(inContainer());
        }
        return new PostgresServer(EmbeddedServer.startFast().maintenance());
    }

    private static Database named(String url, Map<String, String> environment) {
        URI uri = URI.create(url.substring("jdbc:".length()));
        return new Database(
                uri.getHost(),
                uri.getPort() < 0 ? 5432 : uri.getPort(),
                uri.getPath().substring(1),
                environment.getOrDefault(VARIABLE + "_USER", "postgres"),
                environment.getOrDefault(VARIABLE + "_PASSWORD", "postgres"));
    }

    private static boolean isDockerThere() {
        try {
            return DockerClientFactory.instance().isDockerAvailable();
        } catch (RuntimeException e) {
            log.debug("Docker does not answer", e);
            return false;
        }
    }

    /** Stopped by Testcontainers itself, after the process. */
    @SuppressWarnings("resource")
    private static Database inContainer() {
        PostgreSQLContainer container = new PostgreSQLContainer(IMAGE);
        container.start();
        return new Database(
                container.getHost(),
                container.getMappedPort(PostgreSQLContainer.POSTGRESQL_PORT),
                container.getDatabaseName(),
                container.getUsername(),
                container.getPassword());
    }

    /** Started with the first test that asks for it. */
    private static final class Shared {
        private static final PostgresServer SERVER = choose(System.getenv());
    }
}
