package dev.idempotency.client.script;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.idempotency.client.CallSettings;
import dev.idempotency.client.IdempotencyKeyReusedException;
import dev.idempotency.client.IdempotentCalls;
import dev.idempotency.client.jdk.IdempotentHttpClient;
import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** How answers reach the caller that were read before. */
class AnswersTest {

    private final IdempotentCalls calls = new IdempotentCalls(
            CallSettings.forHost("127.0.0.1").withPauses(Duration.ofMillis(10), Duration.ofSeconds(1)));
    private final ScriptedServer server = new ScriptedServer(List.of(Reply.status(503), Reply.created()));
    private final HttpClient jdk = new IdempotentHttpClient(HttpClient.newHttpClient(), calls);

    @AfterEach
    void close() throws Exception {
        server.close();
    }

    @Test
    void a_handler_of_the_jdks_client_gets_the_body_as_without_us() throws Exception {
        HttpRequest request = HttpRequest.newBuilder(server.uri())
                .POST(BodyPublishers.ofString("one"))
                .build();

        try (InputStream stream =
                jdk.send(request, HttpResponse.BodyHandlers.ofInputStream()).body()) {
            assertThat(new String(stream.readAllBytes(), StandardCharsets.UTF_8))
                    .isEqualTo(Reply.CREATED);
        }
        assertThat(jdk.send(request, HttpResponse.BodyHandlers.ofLines()).body().collect(Collectors.joining()))
                .isEqualTo(Reply.CREATED);
        assertThat(jdk.send(request, HttpResponse.BodyHandlers.discarding()).statusCode())
                .isEqualTo(201);
        assertThat(jdk.send(request, HttpResponse.BodyHandlers.ofString()).previousResponse())
                .isEmpty();
    }

    @Test
    void a_large_answer_of_the_jdks_client_flows_while_it_is_read() throws Exception {
        try (ScriptedServer large = new ScriptedServer(List.of(Reply.large(8 * 1024)))) {
            HttpRequest request = HttpRequest.newBuilder(large.uri())
                    .POST(BodyPublishers.ofString("one"))
                    .build();

            try (InputStream stream =
                    jdk.send(request, HttpResponse.BodyHandlers.ofInputStream()).body()) {
                assertThat(stream.readAllBytes()).isEqualTo(manyXs(8));
            }
        }
    }

    @ParameterizedTest(name = "{0}")
    @EnumSource
    void a_large_answer_arrives_in_full(ClientKind kind) throws Exception {
        try (ScriptedServer large = new ScriptedServer(List.of(Reply.large(3 * 1024)))) {
            assertThat(kind.post(calls, large.uri(), new byte[] {'1'}).body()).isEqualTo(manyXs(3));
        }
    }

    @ParameterizedTest(name = "{0}")
    @EnumSource
    void a_large_answer_that_breaks_off_fails_and_is_not_asked_for_again(ClientKind kind) throws Exception {
        try (ScriptedServer large = new ScriptedServer(List.of(Reply.largeAndCut(3 * 1024)))) {
            assertThatThrownBy(() -> kind.post(calls, large.uri(), new byte[] {'1'}))
                    .isNotNull();

            assertThat(large.seen()).hasSize(1);
        }
    }

    @Test
    void a_large_answer_of_the_jdks_client_that_breaks_off_is_an_io_failure_as_without_us() throws Exception {
        try (ScriptedServer large = new ScriptedServer(List.of(Reply.largeAndCut(3 * 1024)))) {
            HttpRequest request = HttpRequest.newBuilder(large.uri())
                    .POST(BodyPublishers.ofString("one"))
                    .build();

            assertThatThrownBy(() -> jdk.send(request, HttpResponse.BodyHandlers.ofString()))
                    .isInstanceOf(IOException.class);
        }
    }

    @Test
    void the_first_attempt_of_the_jdks_client_ends_with_its_time_out_also_in_the_answer() throws Exception {
        try (ScriptedServer slow = new ScriptedServer(List.of(Reply.silenceInTheAnswer(201)))) {
            HttpRequest request = HttpRequest.newBuilder(slow.uri())
                    .timeout(Duration.ofMillis(200))
                    .POST(BodyPublishers.ofString("one"))
                    .build();
            HttpClient once = new IdempotentHttpClient(
                    HttpClient.newHttpClient(),
                    new IdempotentCalls(calls.settings().withMaxAttempts(1)));

            assertThatThrownBy(() -> once.send(request, HttpResponse.BodyHandlers.ofString()))
                    .isInstanceOf(HttpTimeoutException.class);
        }
    }

    @ParameterizedTest(name = "{0}")
    @EnumSource
    void a_mismatch_is_thrown_if_that_is_wanted(ClientKind kind) throws Exception {
        IdempotentCalls failing = new IdempotentCalls(calls.settings().failingOnKeyReuse());
        try (ScriptedServer mismatch =
                new ScriptedServer(List.of(Reply.problem(422, "idempotency_key_reused", false)))) {
            assertThatThrownBy(() -> kind.post(failing, mismatch.uri(), new byte[] {'1'}))
                    .isInstanceOfSatisfying(
                            IdempotencyKeyReusedException.class,
                            thrown -> assertThat(thrown.status()).isEqualTo(422));
            assertThat(mismatch.seen()).hasSize(1);
        }
    }

    private static byte[] manyXs(int megabytes) {
        byte[] xs = new byte[megabytes << 20];
        Arrays.fill(xs, (byte) 'x');
        return xs;
    }
}
