package dev.idempotency.jdbc.internal.schema;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idempotency.jdbc.TableName;
import dev.idempotency.jdbc.schema.SchemaInitializer;
import dev.idempotency.jdbc.schema.SchemaMode;
import dev.idempotency.jdbc.schema.SchemaSettings;
import dev.idempotency.testbed.Database;
import dev.idempotency.testbed.EmbeddedServer;
import dev.idempotency.testbed.Standby;
import java.util.Map;
import org.junit.jupiter.api.Test;

class DurabilityCheckTest {

    @Test
    void a_database_that_keeps_what_it_commits_is_not_warned_of_and_one_that_does_not_is() {
        try (EmbeddedServer server = EmbeddedServer.startDurable()) {
            Database database = server.createDatabase();
            migrate(database);
            DurabilityCheck check = new DurabilityCheck(database.dataSource(), TableName.DEFAULT);
            assertThat(check.warnings()).isEmpty();

            database.execute("ALTER TABLE idempotency_record SET UNLOGGED");
            assertThat(check.warnings()).singleElement().asString().contains("logged");

            database.execute("ALTER DATABASE " + database.name() + " SET synchronous_commit = off");
            assertThat(check.warnings()).hasSize(2).anyMatch(warning -> warning.startsWith("synchronous_commit"));
        }
    }

    @Test
    void a_database_that_does_not_wait_for_its_disk_is_warned_of() {
        try (EmbeddedServer server = EmbeddedServer.startDurable(Map.of("fsync", "off"))) {
            DurabilityCheck check = new DurabilityCheck(server.maintenance().dataSource(), TableName.DEFAULT);

            assertThat(check.warnings()).singleElement().asString().startsWith("fsync");
        }
    }

    @Test
    void a_standby_is_warned_of() {
        try (EmbeddedServer server = EmbeddedServer.startDurable()) {
            Standby.demote(server);

            DurabilityCheck check = new DurabilityCheck(server.maintenance().dataSource(), TableName.DEFAULT);

            assertThat(check.warnings()).singleElement().asString().contains("standby");
        }
    }

    @Test
    void warnings_do_not_keep_an_application_from_starting() {
        Database database = Database.create();
        migrate(database);
        database.execute("ALTER TABLE idempotency_record SET UNLOGGED");

        migrate(database);

        assertThat(new DurabilityCheck(database.dataSource(), TableName.DEFAULT).warnings())
                .isNotEmpty();
    }

    private static void migrate(Database database) {
        new SchemaInitializer(database.dataSource(), new SchemaSettings(TableName.DEFAULT, SchemaMode.MIGRATE))
                .initialize();
    }
}
