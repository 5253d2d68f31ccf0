package dev.idempotency.spring.endpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.delete;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.get;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.head;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.options;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.patch;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.post;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.put;

import dev.idempotency.spring.Idempotent;
import dev.idempotency.spring.endpoint.MvcFixture.Seen;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.test.web.servlet.RequestBuilder;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PatchMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestMethod;
import org.springframework.web.bind.annotation.RestController;

class MvcEndpointsTest {

    private static final Set<String> PROTECTED = Set.of("place", "change", "any", "json", "v2", "express", "both");
    private static final MvcFixture APPLICATION = new MvcFixture(Orders.class, Broken.class);

    @AfterAll
    static void close() {
        APPLICATION.close();
    }

    static Stream<Arguments> requests() {
        return Stream.of(
                Arguments.of("POST /orders", "place", post("/orders")),
                Arguments.of("POST /orders", "place", post("/orders?a=b")),
                Arguments.of("POST /orders", "place", post("/orders;v=1")),
                Arguments.of("POST /orders", "place", post("/app/orders").contextPath("/app")),
                Arguments.of("POST /orders", "place", post("/api/orders").servletPath("/api")),
                Arguments.of(
                        "POST /orders",
                        "place",
                        post("/app/api/orders").contextPath("/app").servletPath("/api")),
                Arguments.of("none", "none", post("/orders/")),
                Arguments.of("none", "none", post("/ORDERS")),
                Arguments.of("none", "list", get("/orders")),
                Arguments.of("none", "list", head("/orders")),
                Arguments.of("none", "handle", options("/orders")),
                Arguments.of("none", "none", put("/orders")),
                Arguments.of("none", "none", post("/nowhere")),
                Arguments.of("PATCH /orders/{id}", "change", patch("/orders/7")),
                Arguments.of("none", "drop", delete("/orders/7")),
                Arguments.of("POST /orders/{id}", "both", post("/orders/7")),
                Arguments.of("none", "bulk", post("/orders/bulk")),
                Arguments.of("POST /any/**", "any", post("/any/where/at/all")),
                Arguments.of("PATCH /any/**", "any", patch("/any")),
                Arguments.of("none", "any", delete("/any/where")),
                Arguments.of("POST /typed", "json", post("/typed").contentType("application/json")),
                Arguments.of("none", "xml", post("/typed").contentType("application/xml")),
                Arguments.of("none", "none", post("/typed").contentType("text/plain")),
                Arguments.of("POST /versioned", "v2", post("/versioned").accept("application/vnd.v2+json")),
                Arguments.of("none", "v1", post("/versioned").accept("application/json")),
                Arguments.of("POST /express", "express", post("/express?fast=yes")),
                Arguments.of("POST /express", "express", post("/express").param("fast", "yes")),
                Arguments.of("none", "slow", post("/express")),
                Arguments.of(
                        "POST /express",
                        "express",
                        post("/express").header("X-Fast", "yes").param("fast", "yes")),
                Arguments.of("POST /first", "both", post("/first")),
                Arguments.of("POST /second/{id}", "both", post("/second/2")));
    }

    @ParameterizedTest
    @MethodSource("requests")
    void foresees_the_handler_that_the_dispatcher_chooses(String operation, String handler, RequestBuilder request)
            throws Exception {
        Seen seen = APPLICATION.send(request);

        assertThat(seen.operation()).isEqualTo(operation);
        assertThat(seen.reached()).isEqualTo(handler);
        assertThat(PROTECTED.contains(seen.reached()) || seen.endpoint().isEmpty())
                .as("protected only if the handler is")
                .isTrue();
    }

    @ParameterizedTest
    @MethodSource("requests")
    void leaves_no_trace_in_the_request(String operation, String handler, RequestBuilder request) throws Exception {
        assertThat(APPLICATION.send(request).traceLeft()).isFalse();
    }

    @Test
    void ambiguous_handlers_are_left_for_the_application_to_answer() {
        assertThatThrownBy(() -> APPLICATION.send(post("/ambiguous/x")))
                .hasRootCauseInstanceOf(IllegalStateException.class)
                .rootCause()
                .hasMessageContaining("Ambiguous handler methods");
    }

    @Test
    void the_same_endpoint_is_handed_out_every_time() throws Exception {
        assertThat(APPLICATION.send(patch("/orders/1")).endpoint().orElseThrow())
                .isSameAs(APPLICATION.send(patch("/orders/2")).endpoint().orElseThrow());
    }

    @RestController
    static class Orders {

        @GetMapping("/orders")
        void list() {}

        @PostMapping("/orders")
        @Idempotent
        void place() {}

        @PatchMapping("/orders/{id}")
        @Idempotent
        void change() {}

        @DeleteMapping("/orders/{id}")
        void drop() {}

        @PostMapping("/orders/bulk")
        void bulk() {}

        @PostMapping({"/orders/{id}", "/first", "/second/{id}"})
        @Idempotent
        void both() {}

        @RequestMapping("/any/**")
        @Idempotent
        void any() {}

        @PostMapping(path = "/typed", consumes = "application/json")
        @Idempotent
        void json() {}

        @PostMapping(path = "/typed", consumes = "application/xml")
        void xml() {}

        @PostMapping(path = "/versioned", produces = "application/json")
        void v1() {}

        @PostMapping(path = "/versioned", produces = "application/vnd.v2+json")
        @Idempotent
        void v2() {}

        @PostMapping(path = "/express", params = "fast")
        @Idempotent
        void express() {}

        @PostMapping("/express")
        void slow() {}
    }

    @RestController
    static class Broken {

        @RequestMapping(path = "/ambiguous/{a}", method = RequestMethod.POST)
        @Idempotent
        void one() {}

        @RequestMapping(path = "/ambiguous/{b}", method = RequestMethod.POST)
        void other() {}
    }
}
