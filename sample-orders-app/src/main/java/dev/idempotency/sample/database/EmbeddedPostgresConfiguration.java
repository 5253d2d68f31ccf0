package dev.idempotency.sample.database;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.time.Duration;
import org.springframework.boot.SpringApplication;
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

    /** Cleared last of all: the process does not end before, whatever it was doing when it was told to. */
    @Bean
    DataFolder dataFolder() {
        DataFolder folder = DataFolder.ofItsOwn();
        SpringApplication.getShutdownHandlers().add(folder::clear);
        return folder;
    }

    /** Commits are durable, as they are anywhere else: the library's promises need that. */
    @Bean(destroyMethod = "close")
    EmbeddedPostgres embeddedPostgres(DataFolder folder) throws IOException {
        return EmbeddedPostgres.builder()
                .setDataDirectory(folder.path())
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
