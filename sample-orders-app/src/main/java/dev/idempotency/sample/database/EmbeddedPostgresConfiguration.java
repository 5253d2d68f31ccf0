package dev.idempotency.sample.database;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Path;
import java.time.Duration;
import java.util.UUID;
import org.springframework.boot.jdbc.autoconfigure.JdbcConnectionDetails;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;

/**
 * A Postgres of its own for as long as the application runs. Its data lie in the folder for temporary files and go when it
 * ends; what a killed application leaves behind, the next one clears away.
 */
@Configuration(proxyBeanMethods = false)
@Conditional(NoDatabaseIsNamed.class)
class EmbeddedPostgresConfiguration {

    /** Where the next one that starts looks for what others have left. */
    private static final Path DATA = Path.of(System.getProperty("java.io.tmpdir"), "embedded-pg");

    /** Commits are durable, as they are anywhere else: the library's promises need that. */
    @Bean(destroyMethod = "close")
    EmbeddedPostgres embeddedPostgres() throws IOException {
        return EmbeddedPostgres.builder()
                .setDataDirectory(DATA.resolve(UUID.randomUUID().toString()))
                // The context closes it, after all that still need it.
                .setRegisterShutdownHook(false)
                .setServerConfig("fsync", "on")
                .setServerConfig("synchronous_commit", "on")
                .setServerConfig("full_page_writes", "on")
                .setPGStartupWait(Duration.ofMinutes(1))
                .setOutputRedirector(Redirect.DISCARD)
                .setErrorRedirector(Redirect.DISCARD)
                .start();
    }

    @Bean
    JdbcConnectionDetails embeddedConnectionDetails(EmbeddedPostgres postgres) {
        return new EmbeddedConnectionDetails(postgres.getPort());
    }

    private record EmbeddedConnectionDetails(int port) implements JdbcConnectionDetails {

        @Override
        public String getJdbcUrl() {
            return "jdbc:postgresql://localhost:" + port + "/postgres";
        }

        @Override
        public String getUsername() {
            return "postgres";
        }

        @Override
        public String getPassword() {
            return "postgres";
        }
    }
}
