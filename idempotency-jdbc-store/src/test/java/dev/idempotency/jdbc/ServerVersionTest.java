package dev.idempotency.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idempotency.testbed.Database;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Tests for a certain version are worth nothing if they run on another one. */
class ServerVersionTest {

    @Test
    void the_server_is_of_the_version_that_was_chosen() {
        int version = JdbcClient.create(Database.create().dataSource())
                        .sql("SELECT current_setting('server_version_num')::int")
                        .query(Integer.class)
                        .single()
                / 10_000;

        String binaries = System.getProperty("testbed.postgres.binaries", version + ".jar");

        assertThat(Path.of(binaries)).hasFileName(version + ".jar");
        assertThat(version).isGreaterThanOrEqualTo(14);
    }
}
