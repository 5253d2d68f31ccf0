package dev.idempotency.outsiders.notes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.idempotency.outsiders.Outsider;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.jdbc.core.simple.JdbcClient;

/** An application whose tests run on H2, or on another database that records cannot be kept in. */
@ExtendWith(OutputCaptureExtension.class)
class H2Test {

    private final String url = "spring.datasource.url=jdbc:h2:mem:%s;INIT=%s"
            .formatted(UUID.randomUUID(), NotesApplication.TABLE.replace("CREATE TABLE", "CREATE TABLE IF NOT EXISTS"));

    @Test
    void the_dependency_alone_changes_nothing() {
        try (Outsider outsider = Outsider.start(List.of(NotesApplication.class), url)) {
            assertThat(outsider.post("/notes", "one", "{}").body()).isEqualTo("written");
        }
    }

    @Test
    void with_a_protected_endpoint_the_database_is_named_with_its_cures(CapturedOutput output) {
        assertThatThrownBy(() -> Outsider.start(List.of(NotesApplication.class, ProtectedNotes.class), url))
                .isNotNull();

        assertThat(output)
                .contains("APPLICATION FAILED TO START", "the data source leads to H2")
                .contains("idempotency.store: memory", "@IdempotencyDataSource");
    }

    @Test
    void a_protected_endpoint_works_with_the_store_in_memory() {
        try (Outsider outsider = Outsider.start(
                List.of(NotesApplication.class, ProtectedNotes.class), url, "idempotency.store=memory")) {
            HttpResponse<String> first = outsider.post("/protected-notes", "one", "{}");
            HttpResponse<String> again = outsider.post("/protected-notes", "one", "{}");

            assertThat(again.body()).isEqualTo(first.body()).isEqualTo("note 1");
            assertThat(Outsider.isReplay(again)).isTrue();
        }
    }

    @Test
    void in_memory_a_transaction_and_its_record_are_kept_together_or_not_at_all() {
        try (Outsider outsider = Outsider.start(
                List.of(NotesApplication.class, TransactionalNotes.class), url, "idempotency.store=memory")) {
            JdbcClient database = outsider.context().getBean(JdbcClient.class);

            assertThat(outsider.post("/transactional-notes", "thrown", "throw").statusCode())
                    .isEqualTo(500);
            assertThat(count(database)).isZero();
            HttpResponse<String> retried = outsider.post("/transactional-notes", "thrown", "throw");
            assertThat(retried.statusCode()).isEqualTo(500);
            assertThat(Outsider.isReplay(retried)).isFalse();

            assertThat(outsider.post("/transactional-notes", "refused", "refuse")
                            .statusCode())
                    .isEqualTo(422);
            assertThat(count(database)).isZero();
            assertThat(Outsider.isReplay(outsider.post("/transactional-notes", "refused", "refuse")))
                    .isTrue();

            assertThat(outsider.post("/transactional-notes", "kept", "keep").statusCode())
                    .isEqualTo(200);
            assertThat(Outsider.isReplay(outsider.post("/transactional-notes", "kept", "keep")))
                    .isTrue();
            assertThat(count(database)).isOne();
        }
    }

    private static int count(JdbcClient database) {
        return database.sql("SELECT count(*) FROM note").query(Integer.class).single();
    }
}
