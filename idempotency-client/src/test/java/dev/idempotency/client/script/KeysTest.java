package dev.idempotency.client.script;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.idempotency.client.CallSettings;
import dev.idempotency.client.IdempotentCalls;
import dev.idempotency.client.KeySpelling;
import dev.idempotency.client.TestStepKeys;
import dev.idempotency.client.spring.IdempotentCallInterceptor;
import java.net.URI;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpStatusCode;
import org.springframework.web.client.RestClient;

/** Which key a call has. */
class KeysTest {

    private static final CallSettings SETTINGS = CallSettings.forHost("127.0.0.1");

    private final ScriptedServer server = new ScriptedServer(List.of(Reply.created()));
    private final IdempotentCalls calls = new IdempotentCalls(SETTINGS);
    private final RestClient client = RestClient.builder()
            .requestInterceptor(new IdempotentCallInterceptor(calls))
            .build();

    @AfterEach
    void close() throws Exception {
        TestStepKeys.handle(null);
        server.close();
    }

    @Test
    void the_header_that_the_caller_has_set_stays() {
        IdempotentCalls.within(
                "business",
                () -> client.post()
                        .uri(server.uri())
                        .header("Idempotency-Key", "mine")
                        .attribute(IdempotentCalls.KEY, "attribute")
                        .retrieve()
                        .toBodilessEntity());

        assertThat(keys()).containsExactly("mine");
    }

    @Test
    void a_blank_header_is_refused_and_nothing_is_sent() {
        assertThatThrownBy(() -> client.post()
                        .uri(server.uri())
                        .header("Idempotency-Key", " ")
                        .retrieve()
                        .toBodilessEntity())
                .hasMessageContaining("Idempotency-Key")
                .hasMessageContaining("is blank");

        assertThat(keys()).isEmpty();
    }

    @Test
    void the_attribute_goes_before_the_business_id() {
        IdempotentCalls.within(
                "business",
                () -> client.post()
                        .uri(server.uri())
                        .attribute(IdempotentCalls.KEY, "attribute")
                        .retrieve()
                        .toBodilessEntity());

        assertThat(keys()).containsExactly("attribute");
    }

    @Test
    void the_business_id_goes_before_the_request_that_is_handled() {
        TestStepKeys.handle(step -> "downstream-" + step);

        IdempotentCalls.within("checkout:4711", () -> post(null));
        IdempotentCalls.within("checkout:4711", () -> post("charge"));

        assertThat(keys()).containsExactly("checkout:4711", "checkout:4711:charge");
    }

    @Test
    void an_inner_business_id_ends_with_its_work() {
        IdempotentCalls.within("outer", () -> {
            IdempotentCalls.within("inner", () -> post(null));
            return post(null);
        });
        post(null);

        assertThat(keys()).hasSize(3).startsWith("inner", "outer");
        assertThat(UUID.fromString(keys().get(2)).version()).isEqualTo(4);
    }

    @Test
    void a_named_step_of_the_request_that_is_handled_has_its_key() {
        TestStepKeys.handle(step -> "downstream-" + step);

        post("charge");

        assertThat(keys()).containsExactly("downstream-charge");
    }

    @Test
    void calls_without_a_step_are_counted_for_each_host_in_each_handling() {
        TestStepKeys.handle(step -> "first-" + hex(step));
        post(null);
        post(null);
        TestStepKeys.handle(step -> "again-" + hex(step));
        post(null);
        post(null);

        assertThat(keys())
                .containsExactly(
                        "first-" + hex("POST 127.0.0.1 #1"),
                        "first-" + hex("POST 127.0.0.1 #2"),
                        "again-" + hex("POST 127.0.0.1 #1"),
                        "again-" + hex("POST 127.0.0.1 #2"));
    }

    @Test
    void clients_of_one_host_count_together() throws Exception {
        TestStepKeys.handle(step -> "downstream-" + step.substring(step.indexOf('#') + 1));

        post(null);
        for (ClientKind kind : ClientKind.values()) {
            kind.post(new IdempotentCalls(SETTINGS), server.uri(), new byte[] {'1'});
        }

        assertThat(keys()).hasSize(ClientKind.values().length + 1).doesNotHaveDuplicates();
    }

    @Test
    void otherwise_each_call_has_a_random_key() {
        post(null);
        post(null);

        assertThat(keys()).hasSize(2).doesNotHaveDuplicates();
    }

    @ParameterizedTest(name = "{0}")
    @EnumSource
    void every_client_knows_the_business_id(ClientKind kind) throws Exception {
        IdempotentCalls.within("checkout:4711", () -> kind.post(calls, server.uri(), new byte[] {'1'}));

        assertThat(keys()).containsExactly("checkout:4711");
    }

    @ParameterizedTest(name = "{0}")
    @EnumSource
    void a_host_that_was_not_named_gets_no_key_and_no_second_attempt(ClientKind kind) throws Exception {
        IdempotentCalls others =
                new IdempotentCalls(CallSettings.forHost("localhost").andHost("port", "127.0.0.1:1"));
        try (ScriptedServer busy = new ScriptedServer(List.of(Reply.status(500)))) {
            kind.post(others, busy.uri(), new byte[] {'1'});

            assertThat(busy.seen())
                    .singleElement()
                    .satisfies(
                            seen -> assertThat(seen.values("Idempotency-Key")).isEmpty());
        }
    }

    @Test
    void a_host_can_be_named_with_its_port_and_in_capitals() {
        URI uri = server.uri();
        RestClient named = RestClient.builder()
                .requestInterceptor(new IdempotentCallInterceptor(
                        new IdempotentCalls(CallSettings.defaults().andHost("billing", "LOCALHOST:" + uri.getPort()))))
                .build();

        named.post().uri("http://localhost:" + uri.getPort()).retrieve().toBodilessEntity();

        assertThat(keys()).hasSize(1).doesNotContainNull();
    }

    @Test
    void methods_that_can_be_repeated_anyway_get_no_key() {
        for (HttpMethod method : List.of(HttpMethod.GET, HttpMethod.PUT, HttpMethod.DELETE)) {
            client.method(method).uri(server.uri()).retrieve().toBodilessEntity();
        }
        client.patch().uri(server.uri()).body("1").retrieve().toBodilessEntity();

        assertThat(server.seen())
                .extracting(seen -> seen.values("Idempotency-Key").size())
                .containsExactly(0, 0, 0, 1);
    }

    @Test
    void a_key_is_spelled_and_carried_as_the_server_wants_it() {
        IdempotentCalls quoted =
                new IdempotentCalls(SETTINGS.withKeySpelling(KeySpelling.QUOTED).withHeaderName("X-Request-Key"));
        RestClient spelling = RestClient.builder()
                .requestInterceptor(new IdempotentCallInterceptor(quoted))
                .build();

        spelling.post()
                .uri(server.uri())
                .attribute(IdempotentCalls.KEY, "a \"b\" \\c")
                .retrieve()
                .toBodilessEntity();

        assertThat(server.seen().get(0).values("X-Request-Key")).containsExactly("\"a \\\"b\\\" \\\\c\"");
    }

    @Test
    void a_key_that_cannot_be_spelled_is_refused_without_showing_it() {
        assertThatThrownBy(() -> client.post()
                        .uri(server.uri())
                        .attribute(IdempotentCalls.KEY, "two words")
                        .retrieve()
                        .toBodilessEntity())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageNotContaining("two words");
        assertThat(server.seen()).isEmpty();
    }

    private HttpStatusCode post(String step) {
        RestClient.RequestBodySpec request = client.post().uri(server.uri());
        if (step != null) {
            request.attribute(IdempotentCalls.STEP, step);
        }
        return request.retrieve().toBodilessEntity().getStatusCode();
    }

    private List<String> keys() {
        return server.seen().stream()
                .map(seen -> seen.values("Idempotency-Key"))
                .map(values -> values.isEmpty() ? null : values.get(0))
                .toList();
    }

    private static String hex(String step) {
        return Integer.toHexString(step.hashCode());
    }
}
