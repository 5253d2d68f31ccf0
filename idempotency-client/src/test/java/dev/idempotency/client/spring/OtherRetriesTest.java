package dev.idempotency.client.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import dev.idempotency.client.CallSettings;
import dev.idempotency.client.IdempotentCalls;
import dev.idempotency.client.RetryAdvice;
import dev.idempotency.client.reactive.IdempotentExchangeFilter;
import dev.idempotency.client.reactive.IdempotentRetry;
import io.github.resilience4j.core.functions.CheckedSupplier;
import io.github.resilience4j.retry.Retry;
import io.github.resilience4j.retry.RetryConfig;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.core.retry.RetryException;
import org.springframework.core.retry.RetryTemplate;
import org.springframework.http.HttpStatusCode;
import org.springframework.web.client.HttpClientErrorException;
import org.springframework.web.client.HttpServerErrorException;
import org.springframework.web.client.RestClient;
import org.springframework.web.reactive.function.client.WebClient;
import org.springframework.web.reactive.function.client.WebClientResponseException;

/** Who has retries keeps them: with our advice, and with one key around all of them. */
class OtherRetriesTest {

    private static final CallSettings SETTINGS = CallSettings.forHost("127.0.0.1")
            .withPauses(Duration.ofMillis(10), Duration.ofSeconds(2))
            .withBudget(Duration.ofSeconds(10));

    private final Queue<Integer> statuses = new ArrayDeque<>();
    private final List<String> keys = new CopyOnWriteArrayList<>();
    private final List<Long> times = new CopyOnWriteArrayList<>();
    private final IdempotentCalls keysOnly = new IdempotentCalls(SETTINGS.withMaxAttempts(1));
    private HttpServer server;
    private String url;
    private RestClient client;

    /** 503 and 409 want a second of pause. */
    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            times.add(System.nanoTime());
            keys.add(exchange.getRequestHeaders().getFirst("Idempotency-Key"));
            try (exchange) {
                exchange.getRequestBody().readAllBytes();
                int status = statuses.isEmpty() ? 201 : statuses.remove();
                exchange.getResponseHeaders().set("Retry-After", status == 504 ? "3600" : "1");
                exchange.sendResponseHeaders(status, -1);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
        server.start();
        url = "http://127.0.0.1:" + server.getAddress().getPort() + "/charges";
        client = RestClient.builder()
                .requestInterceptor(new IdempotentCallInterceptor(keysOnly))
                .build();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    @Test
    void core_retry_waits_as_long_as_the_server_asks_for() throws Exception {
        statuses.addAll(List.of(503, 409));

        HttpStatusCode status = IdempotentCalls.within(
                "checkout:1", () -> new RetryTemplate(new IdempotentRetryPolicy(SETTINGS)).execute(this::post));

        assertThat(status.value()).isEqualTo(201);
        assertOneKeyAndPauses(3);
    }

    @Test
    void core_retry_gives_up_at_once_on_a_refusal_or_when_asked_to_wait_too_long() {
        for (int status : List.of(422, 504)) {
            statuses.add(status);

            assertThatThrownBy(() -> new RetryTemplate(new IdempotentRetryPolicy(SETTINGS)).execute(this::post))
                    .isInstanceOf(RetryException.class);
        }
        assertThat(keys).hasSize(2);
    }

    @Test
    void reactors_retry_waits_as_long_as_the_server_asks_for() {
        statuses.addAll(List.of(503, 409));

        HttpStatusCode status = reactive()
                .retryWhen(new IdempotentRetry(SETTINGS))
                .contextWrite(IdempotentExchangeFilter.within("checkout:1"))
                .block();

        assertThat(status).isNotNull().extracting(HttpStatusCode::value).isEqualTo(201);
        assertOneKeyAndPauses(3);
    }

    @Test
    void reactors_retry_passes_on_the_failure_when_it_gives_up() {
        statuses.addAll(List.of(422));
        assertThatThrownBy(() ->
                        reactive().retryWhen(new IdempotentRetry(SETTINGS)).block())
                .isInstanceOf(WebClientResponseException.class);

        statuses.addAll(List.of(500, 500, 500));
        assertThatThrownBy(() -> reactive()
                        .retryWhen(new IdempotentRetry(SETTINGS.withMaxAttempts(2)))
                        .block())
                .isInstanceOf(WebClientResponseException.InternalServerError.class);
        assertThat(keys).hasSize(3);
    }

    @Test
    void resilience4j_waits_as_long_as_the_server_asks_for() throws Throwable {
        statuses.addAll(List.of(503, 409));
        CheckedSupplier<HttpStatusCode> repeated = Retry.decorateCheckedSupplier(resilience4j(), this::post);

        HttpStatusCode status = IdempotentCalls.within("checkout:1", () -> unchecked(repeated));

        assertThat(status.value()).isEqualTo(201);
        assertOneKeyAndPauses(3);
    }

    @Test
    void resilience4j_does_not_repeat_a_refusal() {
        statuses.add(422);

        assertThatThrownBy(() -> Retry.decorateCheckedSupplier(resilience4j(), this::post)
                        .get())
                .isInstanceOf(HttpClientErrorException.class);
        assertThat(keys).hasSize(1);
    }

    @Test
    void the_advice_reads_what_springs_clients_throw() {
        statuses.add(500);
        assertThatThrownBy(this::post)
                .isInstanceOfSatisfying(
                        HttpServerErrorException.class,
                        failure -> assertThat(SpringAnswers.advice(failure)).isInstanceOf(RetryAdvice.Again.class));
        assertThat(SpringAnswers.advice("a value")).isEqualTo(new RetryAdvice.Never(false));
    }

    private static Retry resilience4j() {
        return Retry.of(
                "charge",
                RetryConfig.<Object>custom()
                        .maxAttempts(4)
                        .retryOnException(failure -> SpringAnswers.advice(failure) instanceof RetryAdvice.Again)
                        .intervalBiFunction(
                                (attempt, result) -> SpringAnswers.notBefore(SpringAnswers.advice(result.getLeft()))
                                        .orElse(Duration.ZERO)
                                        .toMillis())
                        .build());
    }

    private static HttpStatusCode unchecked(CheckedSupplier<HttpStatusCode> call) throws Exception {
        try {
            return call.get();
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }

    private HttpStatusCode post() {
        return client.post().uri(url).retrieve().toBodilessEntity().getStatusCode();
    }

    private reactor.core.publisher.Mono<HttpStatusCode> reactive() {
        return WebClient.builder()
                .filter(new IdempotentExchangeFilter(keysOnly))
                .build()
                .post()
                .uri(url)
                .retrieve()
                .toBodilessEntity()
                .map(answer -> answer.getStatusCode());
    }

    private void assertOneKeyAndPauses(int attempts) {
        assertThat(keys).hasSize(attempts).containsOnly("checkout:1");
        for (int i = 1; i < attempts; i++) {
            assertThat(times.get(i) - times.get(i - 1))
                    .isGreaterThanOrEqualTo(Duration.ofSeconds(1).toNanos());
        }
    }
}
