package dev.idempotency.jdbc.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.idempotency.core.store.Reservation;
import dev.idempotency.jdbc.JdbcIdempotencyStore;
import dev.idempotency.jdbc.JdbcStoreSettings;
import dev.idempotency.jdbc.TableName;
import dev.idempotency.test.AtOnce;
import dev.idempotency.test.Requests;
import dev.idempotency.testbed.Database;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;

class MigrateTest {

    private final Database database = Database.create();

    @Test
    void the_table_is_made_with_a_history_of_its_own_and_found_complete() {
        migrate(TableName.DEFAULT);

        assertThat(tables("public"))
                .containsExactly(
                        "idempotency_record",
                        "idempotency_record_action",
                        "idempotency_record_decision",
                        "idempotency_record_schema_history",
                        "idempotency_record_step");
        validate(TableName.DEFAULT);
        assertUsable(TableName.DEFAULT);
    }

    @Test
    void migrating_again_changes_nothing() {
        migrate(TableName.DEFAULT);
        migrate(TableName.DEFAULT);

        validate(TableName.DEFAULT);
    }

    @Test
    void nodes_that_start_at_once_do_not_disturb_each_other() throws Exception {
        Callable<Boolean> start = () -> {
            migrate(TableName.DEFAULT);
            return true;
        };

        assertThat(AtOnce.call(Collections.nCopies(4, start))).containsOnly(true);
        validate(TableName.DEFAULT);
    }

    @Test
    void an_application_that_migrated_before_is_left_alone() {
        migrateApplication();

        migrate(TableName.DEFAULT);

        assertBothAreThere();
        migrateApplication();
    }

    /** With its schema no longer empty, an application must say so; with its own schema it need not. */
    @Test
    void an_application_that_migrates_afterwards_is_left_alone() {
        migrate(TableName.DEFAULT);

        migrateApplication();

        assertBothAreThere();
        migrate(TableName.DEFAULT);
    }

    @Test
    void an_application_need_not_know_of_a_table_in_a_schema_of_its_own() {
        TableName table = TableName.of("Idem.records");
        migrate(table);
        Flyway.configure()
                .dataSource(database.dataSource())
                .locations("classpath:an_application/migration")
                .load()
                .migrate();

        assertThat(tables("Idem"))
                .containsExactly(
                        "records", "records_action", "records_decision", "records_schema_history", "records_step");
        assertThat(tables("public")).containsExactly("flyway_schema_history", "orders");
        validate(table);
        assertUsable(table);
    }

    @Test
    void two_tables_in_one_schema_are_two() {
        migrate(TableName.of("first"));
        migrate(TableName.of("second"));

        validate(TableName.of("first"));
        validate(TableName.of("second"));
    }

    @Test
    void tables_whose_names_differ_in_case_only_do_not_share_an_index() {
        migrate(TableName.of("records"));
        migrate(TableName.of("Records"));

        validate(TableName.of("Records"));
        assertThat(indexes("records_decision")).containsExactly("records_decision_scope");
        assertThat(indexes("Records_decision")).containsExactly("Records_decision_scope");
        assertThat(indexes("records_step")).containsExactly("records_step_due", "records_step_pkey");
        assertThat(indexes("Records_step")).containsExactly("Records_step_due", "Records_step_pkey");
    }

    @Test
    void a_table_that_somebody_made_by_hand_is_taken_over() {
        migrate(TableName.DEFAULT);
        database.execute("DROP TABLE idempotency_record_schema_history");

        migrate(TableName.DEFAULT);

        validate(TableName.DEFAULT);
    }

    @Test
    void a_table_that_somebody_made_otherwise_is_found_incomplete() {
        database.execute("CREATE TABLE idempotency_record (scope text, key text, reap_at timestamptz,"
                + " lease_until timestamptz, reconcile_at timestamptz, entity text, PRIMARY KEY (scope, key))");

        assertThatThrownBy(() -> migrate(TableName.DEFAULT))
                .isInstanceOf(SchemaException.Missing.class)
                .hasMessageContaining("column token");
    }

    @Test
    void a_user_who_may_not_create_tables_is_told_where_the_sql_is() {
        Database restricted = Roles.withoutRights(database);

        assertThatThrownBy(() -> new SchemaInitializer(
                                restricted.dataSource(), new SchemaSettings(TableName.DEFAULT, SchemaMode.MIGRATE))
                        .initialize())
                .isInstanceOf(SchemaException.MigrationFailed.class)
                .hasMessageContaining("dev/idempotency/jdbc/migration/postgresql/V1__records.sql");
    }

    private void migrate(TableName table) {
        new SchemaInitializer(database.dataSource(), new SchemaSettings(table, SchemaMode.MIGRATE)).initialize();
    }

    private void validate(TableName table) {
        new SchemaInitializer(database.dataSource(), new SchemaSettings(table, SchemaMode.VALIDATE)).initialize();
    }

    private void migrateApplication() {
        Flyway.configure()
                .dataSource(database.dataSource())
                .locations("classpath:an_application/migration")
                .baselineOnMigrate(true)
                .baselineVersion("0")
                .load()
                .migrate();
    }

    private void assertBothAreThere() {
        assertThat(tables("public"))
                .containsExactly(
                        "flyway_schema_history",
                        "idempotency_record",
                        "idempotency_record_action",
                        "idempotency_record_decision",
                        "idempotency_record_schema_history",
                        "idempotency_record_step",
                        "orders");
        validate(TableName.DEFAULT);
    }

    private void assertUsable(TableName table) {
        JdbcIdempotencyStore store = new JdbcIdempotencyStore(database.dataSource(), JdbcStoreSettings.of(table));
        assertThat(store.reserve(Requests.request("usable"))).isInstanceOf(Reservation.Granted.class);
    }

    private List<String> tables(String schema) {
        return JdbcClient.create(database.dataSource())
                .sql("SELECT tablename FROM pg_tables WHERE schemaname = ? ORDER BY tablename")
                .param(schema)
                .query(String.class)
                .list();
    }

    private List<String> indexes(String table) {
        return JdbcClient.create(database.dataSource())
                .sql("SELECT indexname FROM pg_indexes WHERE tablename = ? ORDER BY indexname")
                .param(table)
                .query(String.class)
                .list();
    }
}
