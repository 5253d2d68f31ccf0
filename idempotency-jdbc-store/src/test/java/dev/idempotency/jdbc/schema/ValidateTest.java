package dev.idempotency.jdbc.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.idempotency.jdbc.TableName;
import dev.idempotency.testbed.Database;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ValidateTest {

    private final Database database = Database.create();

    @Test
    void a_missing_table_is_named_with_the_sql_that_makes_it() {
        assertThatThrownBy(() -> validate(database, TableName.DEFAULT))
                .isInstanceOf(SchemaException.Missing.class)
                .hasMessageContaining("table idempotency_record")
                .hasMessageContaining("dev/idempotency/jdbc/migration/postgresql/V1__records.sql");
    }

    @Test
    void a_missing_schema_is_named() {
        assertThat(missing(database, TableName.of("nowhere.records"))).containsExactly("schema nowhere");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "ALTER TABLE idempotency_record DROP COLUMN last_error | column last_error",
                "ALTER TABLE idempotency_record DROP CONSTRAINT idempotency_record_pkey | primary key (scope, key)",
                "DROP TABLE idempotency_record_decision | table \"idempotency_record_decision\"",
                "DROP INDEX idempotency_record_reap | index on reap_at",
                "DROP INDEX idempotency_record_lease | index on lease_until",
                "DROP INDEX idempotency_record_reconcile | index on reconcile_at",
                "DROP INDEX idempotency_record_entity | unique index on entity",
                "DROP INDEX idempotency_record_decision_scope | index on scope of table \"idempotency_record_decision\"",
                "DROP TABLE idempotency_record_step | table \"idempotency_record_step\"",
                "ALTER TABLE idempotency_record_step DROP COLUMN result | column result of table \"idempotency_record_step\"",
                "DROP INDEX idempotency_record_step_due | index on due_at of table \"idempotency_record_step\"",
                "DROP TABLE idempotency_record_action | table \"idempotency_record_action\"",
                "ALTER TABLE idempotency_record_action DROP CONSTRAINT idempotency_record_action_pkey"
                        + " | primary key (scope, action) of table \"idempotency_record_action\""
            })
    void exactly_what_is_missing_is_named(String damage, String missing) {
        migrate();
        database.execute(damage);

        assertThat(missing(database, TableName.DEFAULT)).containsExactly(missing);
    }

    @Test
    void an_index_on_the_entity_that_is_not_unique_does_not_do() {
        migrate();
        database.execute("""
            DROP INDEX idempotency_record_entity;
            CREATE INDEX idempotency_record_entity ON idempotency_record (entity) WHERE entity IS NOT NULL""");

        assertThat(missing(database, TableName.DEFAULT)).containsExactly("unique index on entity");
    }

    @Test
    void everything_that_is_missing_is_named_at_once() {
        migrate();
        database.execute("""
            DROP INDEX idempotency_record_lease;
            ALTER TABLE idempotency_record DROP COLUMN last_error, DROP COLUMN decided_at""");

        assertThat(missing(database, TableName.DEFAULT))
                .containsExactly("column last_error", "column decided_at", "index on lease_until");
    }

    @Test
    void a_user_who_may_not_write_is_told_which_privileges_are_missing() {
        migrate();
        Database restricted = Roles.withoutRights(database);
        database.execute("GRANT SELECT, INSERT ON idempotency_record TO " + restricted.user());

        assertThat(missing(restricted, TableName.DEFAULT))
                .containsExactly(
                        "privilege UPDATE",
                        "privilege DELETE",
                        "privilege SELECT of table \"idempotency_record_decision\"",
                        "privilege INSERT of table \"idempotency_record_decision\"",
                        "privilege SELECT of table \"idempotency_record_step\"",
                        "privilege INSERT of table \"idempotency_record_step\"",
                        "privilege UPDATE of table \"idempotency_record_step\"",
                        "privilege DELETE of table \"idempotency_record_step\"",
                        "privilege SELECT of table \"idempotency_record_action\"",
                        "privilege INSERT of table \"idempotency_record_action\"",
                        "privilege UPDATE of table \"idempotency_record_action\"",
                        "privilege DELETE of table \"idempotency_record_action\"");
    }

    @Test
    void a_user_who_may_not_look_into_the_schema_is_told_so() {
        Database restricted = Roles.withoutRights(database);
        database.execute("CREATE SCHEMA hidden");

        assertThat(missing(restricted, TableName.of("hidden.records")))
                .containsExactly("privilege USAGE on schema hidden");
    }

    @Test
    void a_user_who_may_read_and_write_all_tables_and_nothing_more_is_enough() {
        migrate();
        Database restricted = Roles.withoutRights(database);
        database.execute("GRANT SELECT, INSERT ON idempotency_record_decision TO " + restricted.user());
        database.execute(
                "GRANT SELECT, INSERT, UPDATE, DELETE ON idempotency_record, idempotency_record_step, idempotency_record_action TO "
                        + restricted.user());

        validate(restricted, TableName.DEFAULT);
    }

    @Test
    void nothing_is_checked_where_it_is_not_wanted() {
        new SchemaInitializer(database.dataSource(), new SchemaSettings(TableName.DEFAULT, SchemaMode.NONE))
                .initialize();

        assertThatThrownBy(() -> validate(database, TableName.DEFAULT)).isInstanceOf(SchemaException.class);
    }

    @Test
    void every_script_is_listed() throws IOException, URISyntaxException {
        Path folder =
                Path.of(getClass().getResource("/" + SchemaScripts.LOCATION).toURI());
        try (Stream<Path> files = Files.list(folder)) {
            assertThat(files.map(file -> SchemaScripts.LOCATION + "/" + file.getFileName()))
                    .containsExactlyInAnyOrderElementsOf(SchemaScripts.all());
        }
    }

    private void migrate() {
        new SchemaInitializer(database.dataSource(), new SchemaSettings(TableName.DEFAULT, SchemaMode.MIGRATE))
                .initialize();
    }

    private static void validate(Database database, TableName table) {
        new SchemaInitializer(database.dataSource(), new SchemaSettings(table, SchemaMode.VALIDATE)).initialize();
    }

    private static List<String> missing(Database database, TableName table) {
        return catchThrowableOfType(SchemaException.Missing.class, () -> validate(database, table))
                .parts();
    }
}
