package dev.idempotency.client.script;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.idempotency.client.CallListener;
import dev.idempotency.client.CallSettings;
import dev.idempotency.client.IdempotentCalls;
import dev.idempotency.client.jdk.IdempotentHttpClient;
import dev.idempotency.client.reactive.IdempotentExchangeFilter;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.web.reactive.function.client.WebClient;
import reactor.core.Disposable;

class InterruptionTest {

    private static final CallSettings PATIENT = CallSettings.forHost("127.0.0.1")
            .withPauses(Duration.ofSeconds(20), Duration.ofSeconds(20))
            .withBudget(Duration.ofMinutes(1));

    @ParameterizedTest(name = "{0}")
    @EnumSource(
            mode = EnumSource.Mode.EXCLUDE,
            names = {"WEB_CLIENT", "JDK_CLIENT_ASYNCHRONOUS"})
    void an_interrupted_pause_ends_with_the_last_answer_at_once(ClientKind kind) throws Exception {
        List<CallListener.Reason> reasons = new CopyOnWriteArrayList<>();
        IdempotentCalls calls = new IdempotentCalls(PATIENT, new CallListener() {
            @Override
            public void gaveUp(String hostAlias, Reason reason) {
                reasons.add(reason);
            }
        });
        try (ScriptedServer server = new ScriptedServer(List.of(Reply.status(503)))) {
            FutureTask<Interrupted> call = new FutureTask<>(() -> {
                int status = kind.post(calls, server.uri(), new byte[] {'1'}).status();
                return new Interrupted(status, Thread.currentThread().isInterrupted());
            });
            Thread caller = new Thread(call);
            caller.start();
            await().until(() -> server.seen().size() == 1 && caller.getState() == Thread.State.TIMED_WAITING);

            caller.interrupt();

            assertThat(call.get(5, TimeUnit.SECONDS)).isEqualTo(new Interrupted(503, true));
            assertThat(server.seen()).hasSize(1);
            assertThat(reasons).containsExactly(CallListener.Reason.INTERRUPTED);
        }
    }

    @ParameterizedTest(name = "{0}")
    @EnumSource(
            mode = EnumSource.Mode.INCLUDE,
            names = {"JDK_CLIENT", "REST_CLIENT_ON_JDK"})
    void an_attempt_that_was_interrupted_is_not_repeated(ClientKind kind) throws Exception {
        IdempotentCalls calls = new IdempotentCalls(CallSettings.forHost("127.0.0.1"));
        try (ScriptedServer server = new ScriptedServer(List.of(Reply.silence()))) {
            FutureTask<Boolean> call = new FutureTask<>(() -> {
                try {
                    kind.post(calls, server.uri(), new byte[] {'1'});
                    return false;
                } catch (Exception interrupted) {
                    return true;
                }
            });
            Thread caller = new Thread(call);
            caller.start();
            await().until(() -> server.seen().size() == 1);

            caller.interrupt();

            assertThat(call.get(5, TimeUnit.SECONDS)).isTrue();
            assertThat(server.seen()).hasSize(1);
        }
    }

    @Test
    void a_large_answer_of_which_the_rest_does_not_come_can_be_interrupted() throws Exception {
        CountDownLatch left = new CountDownLatch(1);
        try (ScriptedServer server = new ScriptedServer(List.of(Reply.largeAndSilent(2 * 1024, left::countDown)))) {
            CountDownLatch begun = new CountDownLatch(1);
            FutureTask<HttpResponse<String>> call =
                    new FutureTask<>(() -> jdk(PATIENT).send(post(server), stringAfter(begun)));
            Thread caller = new Thread(call);
            caller.start();
            assertThat(begun.await(10, TimeUnit.SECONDS)).isTrue();
            await().until(() -> caller.getState() == Thread.State.WAITING);

            caller.interrupt();

            assertThatThrownBy(() -> call.get(5, TimeUnit.SECONDS)).hasRootCauseInstanceOf(InterruptedException.class);
            assertThat(left.await(5, TimeUnit.SECONDS)).isTrue();
        }
    }

    @Test
    void a_cancelled_future_ends_a_large_answer_of_which_the_rest_does_not_come() throws Exception {
        CountDownLatch left = new CountDownLatch(1);
        CountDownLatch begun = new CountDownLatch(1);
        try (ScriptedServer server = new ScriptedServer(List.of(Reply.largeAndSilent(2 * 1024, left::countDown)))) {
            CompletableFuture<HttpResponse<String>> call = jdk(PATIENT).sendAsync(post(server), stringAfter(begun));
            assertThat(begun.await(10, TimeUnit.SECONDS)).isTrue();

            call.cancel(true);

            assertThat(left.await(5, TimeUnit.SECONDS)).isTrue();
        }
    }

    private static HttpClient jdk(CallSettings settings) {
        return new IdempotentHttpClient(HttpClient.newHttpClient(), new IdempotentCalls(settings));
    }

    /** Tells when the caller's own handler gets the body, of which so much is there by then as is kept. */
    private static HttpResponse.BodyHandler<String> stringAfter(CountDownLatch begun) {
        return info -> {
            begun.countDown();
            return HttpResponse.BodySubscribers.ofString(StandardCharsets.UTF_8);
        };
    }

    private static HttpRequest post(ScriptedServer server) {
        return HttpRequest.newBuilder(server.uri())
                .POST(HttpRequest.BodyPublishers.ofString("1"))
                .build();
    }

    @Test
    void a_cancelled_future_sends_nothing_more() throws Exception {
        try (ScriptedServer server = new ScriptedServer(List.of(Reply.status(503), Reply.silence()))) {
            CompletableFuture<HttpResponse<String>> call = jdk(PATIENT.withPauses(
                            Duration.ofMillis(300), Duration.ofSeconds(1)))
                    .sendAsync(post(server), HttpResponse.BodyHandlers.ofString());
            await().until(() -> server.seen().size() == 1);

            call.cancel(true);

            await().during(Duration.ofMillis(800))
                    .atMost(Duration.ofSeconds(3))
                    .until(() -> server.seen().size() == 1);
        }
    }

    @Test
    void a_subscriber_that_has_left_sends_nothing_more() throws Exception {
        IdempotentCalls calls = new IdempotentCalls(PATIENT.withPauses(Duration.ofMillis(300), Duration.ofSeconds(1)));
        try (ScriptedServer server = new ScriptedServer(List.of(Reply.status(503), Reply.silence()))) {
            Disposable subscription = WebClient.builder()
                    .filter(new IdempotentExchangeFilter(calls))
                    .build()
                    .post()
                    .uri(server.uri())
                    .bodyValue("1")
                    .exchangeToMono(response -> response.releaseBody())
                    .subscribe();
            await().until(() -> server.seen().size() == 1);

            subscription.dispose();

            await().during(Duration.ofMillis(800))
                    .atMost(Duration.ofSeconds(3))
                    .until(() -> server.seen().size() == 1);
        }
    }

    private record Interrupted(int status, boolean isStillInterrupted) {}
}
