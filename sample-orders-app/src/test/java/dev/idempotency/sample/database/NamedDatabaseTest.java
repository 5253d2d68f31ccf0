package dev.idempotency.sample.database;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idempotency.sample.SampleTest;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.context.ApplicationContext;

class NamedDatabaseTest extends SampleTest {

    private final ApplicationContext application;

    NamedDatabaseTest(@LocalServerPort int port, @Autowired ApplicationContext application) {
        super(port);
        this.application = application;
    }

    @Test
    void a_database_that_is_named_is_the_only_one() {
        assertThat(application.getBeansOfType(EmbeddedPostgres.class)).isEmpty();
    }
}
