package dev.idempotency.spring.endpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.get;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.patch;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.post;

import dev.idempotency.spring.Idempotent;
import dev.idempotency.spring.endpoint.MvcFixture.Seen;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.springframework.context.annotation.Bean;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.servlet.function.RouterFunction;
import org.springframework.web.servlet.function.RouterFunctions;
import org.springframework.web.servlet.function.ServerResponse;

class IdempotentRoutesTest {

    private static final MvcFixture APPLICATION = new MvcFixture(Library.class, Routes.class);

    @AfterAll
    static void close() {
        APPLICATION.close();
    }

    @Test
    void a_functional_route_is_protected_by_its_path() throws Exception {
        Seen seen = APPLICATION.send(post("/functional/7"));

        assertThat(seen.operation()).isEqualTo("POST /functional/{id}");
        assertThat(seen.endpoint().orElseThrow().ttl()).isEqualTo(Duration.ofHours(48));
        assertThat(seen.status()).isEqualTo(202);
        assertThat(seen.traceLeft()).isFalse();
    }

    @Test
    void a_controller_that_cannot_be_annotated_is_protected_by_its_path() throws Exception {
        Seen seen = APPLICATION.send(post("/library"));

        assertThat(seen.operation()).isEqualTo("POST /library");
        assertThat(seen.endpoint().orElseThrow().required()).isFalse();
    }

    @Test
    void an_annotation_counts_more_than_a_route() throws Exception {
        Seen seen = APPLICATION.send(post("/annotated"));

        assertThat(seen.operation()).isEqualTo("POST /annotated");
        assertThat(seen.endpoint().orElseThrow().ttl()).isEqualTo(Duration.ofMinutes(1));
    }

    @Test
    void other_methods_and_paths_are_not_protected() throws Exception {
        assertThat(APPLICATION.send(patch("/functional/7")).operation()).isEqualTo("none");
        assertThat(APPLICATION.send(get("/functional/7")).operation()).isEqualTo("none");
        assertThat(APPLICATION.send(post("/functional/7/more")).operation()).isEqualTo("none");
    }

    @Test
    void the_first_route_that_fits_counts() throws Exception {
        assertThat(APPLICATION.send(patch("/wide/narrow")).operation()).isEqualTo("PATCH /wide/narrow");
        assertThat(APPLICATION.send(patch("/wide/other")).operation()).isEqualTo("PATCH /wide/*");
    }

    @RestController
    static class Library {

        @PostMapping("/library")
        void library() {}

        @PostMapping("/annotated")
        @Idempotent(ttl = "1m")
        void annotated() {}
    }

    static class Routes {

        @Bean
        RouterFunction<ServerResponse> functional() {
            return RouterFunctions.route()
                    .POST(
                            "/functional/{id}",
                            request -> ServerResponse.accepted().build())
                    .build();
        }

        @Bean
        IdempotentRoutes routes() {
            return new IdempotentRoutes()
                    .post("/functional/{id}", settings -> settings.ttl(Duration.ofHours(48)))
                    .post("library", settings -> settings.required(false))
                    .post("/annotated")
                    .patch("/wide/narrow")
                    .patch("/wide/*");
        }
    }
}
