package dev.idempotency.outsiders.notes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.idempotency.jdbc.schema.SchemaScripts;
import dev.idempotency.outsiders.Outsider;
import dev.idempotency.testbed.Database;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.core.io.ClassPathResource;
import org.springframework.jdbc.core.simple.JdbcClient;

/** An application on Postgres that has neither Flyway nor Liquibase. */
@ExtendWith(OutputCaptureExtension.class)
class JdbcWithoutFlywayTest {

    private final Database database = Database.create();

    @BeforeEach
    void makeTable() {
        database.execute(NotesApplication.TABLE);
    }

    @Test
    void the_dependency_alone_changes_nothing() {
        try (Outsider outsider = Outsider.start(List.of(NotesApplication.class), Outsider.on(database))) {
            assertThat(outsider.post("/notes", "one", "{}").statusCode()).isEqualTo(200);
            assertThat(outsider.post("/notes", "one", "{}").statusCode()).isEqualTo(200);
        }
        assertThat(count("SELECT count(*) FROM note")).isEqualTo(2);
        assertThat(count("SELECT count(*) FROM pg_class WHERE relname LIKE 'idempotency%'"))
                .isZero();
    }

    @Test
    void with_a_protected_endpoint_the_missing_table_is_named_with_its_cures(CapturedOutput output) {
        assertThatThrownBy(() ->
                        Outsider.start(List.of(NotesApplication.class, ProtectedNotes.class), Outsider.on(database)))
                .isNotNull();

        assertThat(output)
                .contains("APPLICATION FAILED TO START", "flyway-core", "Missing: table idempotency_record")
                .contains(SchemaScripts.all())
                .contains("idempotency.jdbc.schema: validate", "idempotency.store: memory");
    }

    /** The setting that asks for Flyway stays: it is only needed where the table is not there. */
    @Test
    void once_somebody_has_run_the_scripts_it_works() {
        SchemaScripts.all().forEach(script -> database.execute(sqlOf(script)));

        try (Outsider outsider =
                Outsider.start(List.of(NotesApplication.class, ProtectedNotes.class), Outsider.on(database))) {
            HttpResponse<String> first = outsider.post("/protected-notes", "one", "{}");
            HttpResponse<String> again = outsider.post("/protected-notes", "one", "{}");

            assertThat(first.body()).isEqualTo("note 1");
            assertThat(again.body()).isEqualTo("note 1");
            assertThat(Outsider.isReplay(again)).isTrue();
        }
    }

    private static String sqlOf(String script) {
        try {
            return new ClassPathResource(script)
                    .getContentAsString(StandardCharsets.UTF_8)
                    .replace("${table}", "idempotency_record")
                    .replace("${name}", "idempotency_record")
                    .replace("${decisions}", "idempotency_record_decision")
                    .replace("${steps}", "idempotency_record_step")
                    .replace("${actions}", "idempotency_record_action");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private int count(String sql) {
        return JdbcClient.create(database.dataSource())
                .sql(sql)
                .query(Integer.class)
                .single();
    }
}
