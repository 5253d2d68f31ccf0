package dev.idempotency.outsiders.catalogue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.idempotency.outsiders.imports.BookImport;
import dev.idempotency.spring.coverage.Coverage;
import java.net.http.HttpResponse;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/** What others serve: Spring Data REST and Spring GraphQL. */
@ExtendWith(OutputCaptureExtension.class)
class CatalogueTest {

    private static final String[] IN_MEMORY = {"idempotency.store=memory", "idempotency.scope.on-anonymous=share"};

    @Test
    void the_dependency_alone_changes_nothing() {
        try (Catalogue catalogue = Catalogue.open(List.of())) {
            for (int i = 0; i < 2; i++) {
                HttpResponse<String> rest = catalogue.addByRest("one", "Emma");
                HttpResponse<String> graphQl = catalogue.addByGraphQl("one", "Emma");

                assertThat(rest.statusCode()).isEqualTo(201);
                assertThat(graphQl.statusCode()).isEqualTo(200);
                assertThat(graphQl.body()).startsWith("{\"data\":{\"addBook\":");
                assertThat(rest.headers().map().keySet()).noneMatch(name -> name.startsWith("idempotency"));
                assertThat(graphQl.headers().map().keySet()).noneMatch(name -> name.startsWith("idempotency"));
            }
            assertThat(catalogue.books()).isEqualTo(4);
        }
    }

    @Test
    void what_data_rest_and_graphql_serve_is_listed_and_not_protected() {
        try (Catalogue catalogue = Catalogue.open(List.of())) {
            assertThat(unprotected(catalogue))
                    .containsExactly(
                            "POST /authors",
                            "PATCH /authors/{id}",
                            "POST /books",
                            "PATCH /books/{id}",
                            "PATCH /books/{id}/author",
                            "POST /graphql");
        }
    }

    @Test
    void the_paths_are_those_that_the_application_has_configured() {
        try (Catalogue catalogue =
                Catalogue.open(List.of(), "spring.data.rest.base-path=/data", "spring.graphql.http.path=/gq")) {
            assertThat(unprotected(catalogue)).contains("POST /data/books", "PATCH /data/books/{id}", "POST /gq");
        }
    }

    @Test
    void idempotent_routes_protect_what_data_rest_serves() {
        try (Catalogue catalogue = Catalogue.open(List.of(Protected.class), IN_MEMORY)) {
            HttpResponse<String> first = catalogue.addByRest("one", "Emma");
            HttpResponse<String> again = catalogue.addByRest("one", "Emma");

            assertThat(first.statusCode()).isEqualTo(201);
            assertThat(again.statusCode()).isEqualTo(201);
            assertThat(again.body()).isEqualTo(first.body());
            assertThat(again.headers().firstValue("Location"))
                    .isEqualTo(first.headers().firstValue("Location"))
                    .isPresent();
            assertThat(isReplay(again)).isTrue();
            assertThat(catalogue.books()).isOne();
            assertThat(unprotected(catalogue)).contains("POST /authors").doesNotContain("POST /books", "POST /graphql");
        }
    }

    @Test
    void an_annotated_controller_of_data_rest_is_protected() {
        try (Catalogue catalogue = Catalogue.open(List.of(BookImport.class), IN_MEMORY)) {
            HttpResponse<String> first = catalogue.send("POST", "/books/imported", "one", "{}");
            HttpResponse<String> again = catalogue.send("POST", "/books/imported", "one", "{}");

            assertThat(first.body()).isEqualTo("\"import 1\"");
            assertThat(again.body()).isEqualTo(first.body());
            assertThat(isReplay(again)).isTrue();
        }
    }

    @Test
    void idempotent_routes_protect_mutations() {
        try (Catalogue catalogue = Catalogue.open(List.of(Protected.class), IN_MEMORY)) {
            HttpResponse<String> first = catalogue.addByGraphQl("one", "Emma");
            HttpResponse<String> again = catalogue.addByGraphQl("one", "Emma");

            assertThat(first.body()).startsWith("{\"data\":{\"addBook\":");
            assertThat(again.body()).isEqualTo(first.body());
            assertThat(isReplay(again)).isTrue();
            assertThat(catalogue.books()).isOne();
            assertThat(catalogue.addByGraphQl("one", "Persuasion").statusCode()).isEqualTo(422);
        }
    }

    @Test
    void a_required_coverage_names_what_data_rest_and_graphql_serve(CapturedOutput output) {
        assertThatThrownBy(() -> Catalogue.open(List.of(), "idempotency.coverage=fail"))
                .isNotNull();

        assertThat(output).contains("POST /books (Spring Data REST)", "POST /graphql (Spring GraphQL)");
    }

    private static List<String> unprotected(Catalogue catalogue) {
        return catalogue.context().getBean(Coverage.class).all().stream()
                .filter(Coverage.Covered::isMissing)
                .map(covered -> covered.mapping().toString())
                .toList();
    }

    private static boolean isReplay(HttpResponse<?> answer) {
        return answer.headers().firstValue("Idempotency-Replayed").isPresent();
    }
}
