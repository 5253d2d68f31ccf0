package dev.idempotency.spring.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idempotency.core.record.RecordedAnswer;
import dev.idempotency.core.store.StoreInterceptor;
import dev.idempotency.core.store.StoreOperation;
import dev.idempotency.spring.Idempotent;
import dev.idempotency.spring.Mode;
import dev.idempotency.spring.OnConcurrent;
import dev.idempotency.spring.web.ReplayAuthorizer;
import dev.idempotency.testbed.Database;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

/** The authorizer says no to whatever was stored, and tells what it was asked about. */
class AuthorizedAnswersTest {

    private static final List<RecordedAnswer> ASKED = new CopyOnWriteArrayList<>();
    private static final AtomicInteger LOOKS = new AtomicInteger();
    private static final Database DATABASE = Database.create();
    private static volatile boolean throwing;

    private static OrdersApp application;

    @BeforeAll
    static void start() {
        application = OrdersApp.start(
                DATABASE, Map.of("idempotency.max-response-size", "200B"), Answers.class, Authorizer.class);
    }

    @AfterAll
    static void stop() {
        application.close();
    }

    @BeforeEach
    void open() {
        ASKED.clear();
        LOOKS.set(0);
        throwing = false;
        Answers.RUNS.set(0);
        Answers.meanwhile = key -> {};
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource({
        "/lease/body, 201, kept",
        "/lease/nothing, 204, kept",
        "/lease/elsewhere, 303, kept",
        "/lease/refused, 422, kept",
        "/lease/error, 409, kept",
        "/lease/large, 200, not kept",
        "/lease/streamed, 200, kept",
        "/transactional/body, 201, kept",
        "/transactional/nothing, 204, kept",
        "/transactional/elsewhere, 303, kept",
        "/transactional/refused, 422, kept",
        "/transactional/error, 409, kept",
        "/transactional/large, 200, not kept",
        "/transactional/streamed, 200, kept",
    })
    void the_authorizer_is_asked_for_every_kind_of_stored_answer(String path, int status, String body) {
        HttpResponse<String> first = application.post(path, path, "{}");
        assertThat(first.statusCode()).isEqualTo(status);
        assertThat(ASKED).isEmpty();

        assertForbidden(application.post(path, path, "{}"));

        assertThat(ASKED).singleElement().satisfies(answer -> {
            assertThat(answer.code()).isEqualTo(status);
            assertThat(answer.body().isPresent()).isEqualTo(body.equals("kept"));
        });
        assertThat(Answers.RUNS).hasValue(1);
    }

    @Test
    void who_waited_for_the_first_run_is_asked_after_as_well() throws Exception {
        CountDownLatch arrived = new CountDownLatch(1);
        CountDownLatch gate = new CountDownLatch(1);
        Answers.meanwhile = key -> {
            arrived.countDown();
            await(gate);
        };
        CompletableFuture<HttpResponse<String>> first =
                CompletableFuture.supplyAsync(() -> application.post("/waiting", "waiting", "{}"));
        assertThat(arrived.await(30, TimeUnit.SECONDS)).isTrue();
        CompletableFuture<HttpResponse<String>> second =
                CompletableFuture.supplyAsync(() -> application.post("/waiting", "waiting", "{}"));
        Awaitility.await().until(() -> LOOKS.get() > 0);
        gate.countDown();

        assertThat(first.get(30, TimeUnit.SECONDS).statusCode()).isEqualTo(201);
        assertForbidden(second.get(30, TimeUnit.SECONDS));
        assertThat(Answers.RUNS).hasValue(1);
    }

    /** Another run of the key has ended meanwhile: the record answers in the place of the handler. */
    @Test
    void who_has_lost_the_lease_gets_the_answer_of_another_run_only_if_it_may() {
        application.post("/lease/body", "other", "{}");
        Answers.meanwhile = key -> lose();

        assertForbidden(application.post("/lease/body", "lost-1", "{}"));
        throwing = true;
        assertForbidden(application.post("/lease/body", "lost-2", "{}"));
        assertThat(ASKED).hasSize(2);
    }

    private static void lose() {
        DATABASE.execute("""
                UPDATE idempotency_record AS lost
                SET state = 'completed', owner = 'somebody else', token = lost.token + 1,
                    response_version = other.response_version, response_status = other.response_status,
                    response_headers = other.response_headers, response_body = other.response_body
                FROM idempotency_record AS other
                WHERE other.key = 'other' AND lost.state = 'in_progress'
                """);
    }

    private static void assertForbidden(HttpResponse<String> answer) {
        assertThat(answer.statusCode()).isEqualTo(403);
        assertThat(answer.body())
                .contains("\"idempotency_replay_forbidden\"")
                .doesNotContain("secret")
                .doesNotContain("originalStatus");
        assertThat(answer.headers().firstValue("Idempotency-Replayed")).isEmpty();
        assertThat(answer.headers().firstValue("Location")).isEmpty();
    }

    private static void await(CountDownLatch gate) {
        try {
            gate.await(30, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @RestController
    static class Answers {

        static final AtomicInteger RUNS = new AtomicInteger();
        static volatile Consumer<String> meanwhile = key -> {};

        private static final Map<String, Function<HttpServletResponse, ResponseEntity<?>>> KINDS = Map.of(
                "body",
                        response ->
                                ResponseEntity.created(URI.create("/secret/1")).body("secret"),
                "nothing", response -> ResponseEntity.noContent().build(),
                "elsewhere",
                        response -> ResponseEntity.status(303)
                                .location(URI.create("/secret/2"))
                                .build(),
                "refused", response -> ResponseEntity.unprocessableContent().body("secret"),
                "large", response -> ResponseEntity.ok("secret".repeat(100)));

        @PostMapping("/lease/{kind}")
        @Idempotent
        Object lease(@PathVariable String kind, HttpServletResponse response) throws IOException {
            return answer(kind, response);
        }

        @PostMapping("/transactional/{kind}")
        @Idempotent(mode = Mode.TRANSACTIONAL)
        Object transactional(@PathVariable String kind, HttpServletResponse response) throws IOException {
            return answer(kind, response);
        }

        @PostMapping("/waiting")
        @Idempotent(onConcurrent = OnConcurrent.WAIT, waitAtMost = "30s")
        Object waiting(HttpServletResponse response) throws IOException {
            return answer("body", response);
        }

        private static Object answer(String kind, HttpServletResponse response) throws IOException {
            RUNS.incrementAndGet();
            meanwhile.accept(kind);
            if (kind.equals("error")) {
                response.sendError(409, "secret");
                return null;
            }
            if (kind.equals("streamed")) {
                response.getOutputStream().print("secret");
                response.flushBuffer();
                return null;
            }
            return KINDS.get(kind).apply(response);
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Authorizer {

        /** Whoever waits looks. */
        @Bean
        StoreInterceptor looks() {
            return new StoreInterceptor() {
                @Override
                public <T> T around(StoreOperation operation, Supplier<T> call) {
                    T result = call.get();
                    if (operation == StoreOperation.LOOK) {
                        LOOKS.incrementAndGet();
                    }
                    return result;
                }
            };
        }

        @Bean
        ReplayAuthorizer no() {
            return (request, endpoint, answer) -> {
                ASKED.add(answer);
                if (throwing) {
                    throw new IllegalStateException("not yours");
                }
                return false;
            };
        }
    }
}
