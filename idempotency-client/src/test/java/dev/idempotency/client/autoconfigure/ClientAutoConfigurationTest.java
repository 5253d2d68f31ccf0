package dev.idempotency.client.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.idempotency.client.CallListener;
import dev.idempotency.client.CallSettings;
import dev.idempotency.client.IdempotentCalls;
import dev.idempotency.client.reactive.IdempotentExchangeFilter;
import dev.idempotency.client.spring.IdempotentCallInterceptor;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.restclient.RestTemplateBuilder;
import org.springframework.boot.restclient.autoconfigure.RestClientAutoConfiguration;
import org.springframework.boot.restclient.autoconfigure.RestTemplateAutoConfiguration;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.webclient.autoconfigure.WebClientAutoConfiguration;
import org.springframework.web.client.RestClient;
import org.springframework.web.reactive.function.client.WebClient;

class ClientAutoConfigurationTest {

    private final List<String> keys = new CopyOnWriteArrayList<>();
    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    RestClientAutoConfiguration.class,
                    RestTemplateAutoConfiguration.class,
                    WebClientAutoConfiguration.class,
                    IdempotencyClientAutoConfiguration.class))
            .withPropertyValues("idempotency.client.hosts.billing=127.0.0.1", "idempotency.client.first-pause=10ms");
    private final AtomicInteger busy = new AtomicInteger(1);
    private HttpServer server;
    private String url;

    /** Answers with 503 while it is busy, at first for one request. */
    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            keys.add(String.valueOf(exchange.getRequestHeaders().getFirst("Idempotency-Key")));
            try (exchange) {
                exchange.getRequestBody().readAllBytes();
                exchange.sendResponseHeaders(busy.getAndDecrement() > 0 ? 503 : 201, -1);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
        server.start();
        url = "http://127.0.0.1:" + server.getAddress().getPort() + "/charges";
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    @Test
    void a_rest_client_of_the_builder_repeats_with_one_key() {
        runner.run(context -> {
            context.getBean(RestClient.Builder.class)
                    .build()
                    .post()
                    .uri(url)
                    .retrieve()
                    .toBodilessEntity();

            assertOneKeyTwice();
        });
    }

    @Test
    void a_rest_template_of_the_builder_repeats_with_one_key() {
        runner.run(context -> {
            context.getBean(RestTemplateBuilder.class).build().postForLocation(url, "1");

            assertOneKeyTwice();
        });
    }

    @Test
    void a_web_client_of_the_builder_repeats_with_one_key() {
        runner.run(context -> {
            context.getBean(WebClient.Builder.class)
                    .build()
                    .post()
                    .uri(url)
                    .retrieve()
                    .toBodilessEntity()
                    .block();

            assertOneKeyTwice();
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"idempotency.client.enabled=false", "idempotency.client.hosts.billing=elsewhere"})
    void without_being_wanted_it_changes_nothing(String property) {
        runner.withPropertyValues(property).run(context -> {
            context.getBean(RestClient.Builder.class)
                    .build()
                    .post()
                    .uri(url)
                    .retrieve()
                    .onStatus(status -> true, (request, response) -> {})
                    .toBodilessEntity();

            assertThat(keys).containsExactly("null");
        });
    }

    @Test
    void attempts_and_what_was_given_up_are_counted_by_the_alias_of_the_host() {
        SimpleMeterRegistry registry = new SimpleMeterRegistry();
        runner.withBean(SimpleMeterRegistry.class, () -> registry)
                .withPropertyValues("idempotency.client.max-attempts=2")
                .run(context -> {
                    RestClient client = context.getBean(RestClient.Builder.class)
                            .defaultStatusHandler(status -> true, (request, response) -> {})
                            .build();
                    client.post().uri(url).retrieve().toBodilessEntity();

                    assertThat(count(registry, "idempotency.client.attempts", "outcome", "retryable"))
                            .isEqualTo(1);
                    assertThat(count(registry, "idempotency.client.attempts", "outcome", "answered"))
                            .isEqualTo(1);
                    assertThat(count(registry, "idempotency.client.given_up", "reason", "attempts"))
                            .isZero();

                    busy.set(2);
                    client.post().uri(url).retrieve().toBodilessEntity();

                    assertThat(count(registry, "idempotency.client.attempts", "outcome", "retryable"))
                            .isEqualTo(3);
                    assertThat(count(registry, "idempotency.client.given_up", "reason", "attempts"))
                            .isEqualTo(1);
                });
    }

    private static double count(SimpleMeterRegistry registry, String name, String tag, String value) {
        return registry.get(name).tags("host", "billing", tag, value).counter().count();
    }

    @ParameterizedTest
    @CsvSource({
        "idempotency.client.max-attempts=0, not 0",
        "idempotency.client.budget=0s, not PT0S",
        "idempotency.client.first-pause=2m, but is PT2M",
        "idempotency.client.max-wait=-1s, not PT-1S",
        "idempotency.client.header-name=a b, not 'a b'",
        "idempotency.client.hosts.wild=*.example.com, not '*.example.com'",
        "idempotency.client.hosts.url=https://example.com, not 'https://example.com'"
    })
    void a_property_that_cannot_be_is_refused_with_its_value(String property, String told) {
        runner.withPropertyValues(property)
                .run(context -> assertThat(context.getStartupFailure())
                        .rootCause()
                        .message()
                        .contains(told));
    }

    @Test
    void beans_of_the_application_go_before_ours() {
        IdempotentCalls own = new IdempotentCalls(CallSettings.forHost("own"), CallListener.NONE);

        runner.withBean(IdempotentCalls.class, () -> own)
                .run(context ->
                        assertThat(context.getBean(IdempotentCalls.class)).isSameAs(own));
    }

    @Test
    void without_web_client_there_is_the_interceptor_only_and_the_other_way_round() {
        runner.withClassLoader(new FilteredClassLoader(WebClient.class))
                .run(context -> assertThat(context)
                        .hasNotFailed()
                        .hasSingleBean(IdempotentCallInterceptor.class)
                        .doesNotHaveBean(IdempotentExchangeFilter.class));
        runner.withClassLoader(new FilteredClassLoader(RestClient.class))
                .run(context -> assertThat(context)
                        .hasNotFailed()
                        .hasSingleBean(IdempotentExchangeFilter.class)
                        .doesNotHaveBean(IdempotentCallInterceptor.class));
    }

    @Test
    void without_micrometer_and_without_any_client_it_starts() {
        new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(IdempotencyClientAutoConfiguration.class))
                .withClassLoader(new FilteredClassLoader(
                        "io.micrometer",
                        "org.springframework.web",
                        "org.springframework.boot.restclient",
                        "org.springframework.boot.webclient"))
                .run(context -> assertThat(context).hasNotFailed().hasSingleBean(IdempotentCalls.class));
    }

    private void assertOneKeyTwice() {
        assertThat(keys).hasSize(2).doesNotContain("null");
        assertThat(keys.get(0)).isEqualTo(keys.get(1));
    }
}
