package dev.idempotency.client.generation;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.idempotency.client.CallSettings;
import dev.idempotency.client.IdempotentCalls;
import dev.idempotency.client.autoconfigure.IdempotencyClientAutoConfiguration;
import dev.idempotency.client.spring.IdempotentCallInterceptor;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.core.SpringVersion;
import org.springframework.util.ClassUtils;
import org.springframework.web.client.RestClient;
import org.springframework.web.client.RestTemplate;
import org.springframework.web.reactive.function.client.WebClient;

/** What must hold on both generations of Spring: this class runs on each. */
class GenerationTest {

    /** Under their names in Spring Boot 4 and 3.5. */
    private static final List<String> AUTO_CONFIGURATIONS = List.of(
            "org.springframework.boot.restclient.autoconfigure.RestClientAutoConfiguration",
            "org.springframework.boot.restclient.autoconfigure.RestTemplateAutoConfiguration",
            "org.springframework.boot.webclient.autoconfigure.WebClientAutoConfiguration",
            "org.springframework.boot.autoconfigure.web.client.RestClientAutoConfiguration",
            "org.springframework.boot.autoconfigure.web.client.RestTemplateAutoConfiguration",
            "org.springframework.boot.autoconfigure.web.reactive.function.client.WebClientAutoConfiguration");

    private static final List<String> BUILDERS_OF_REST_TEMPLATES = List.of(
            "org.springframework.boot.restclient.RestTemplateBuilder",
            "org.springframework.boot.web.client.RestTemplateBuilder");

    private final List<List<String>> keys = new CopyOnWriteArrayList<>();
    private final List<List<String>> signatures = new CopyOnWriteArrayList<>();
    private HttpServer server;
    private String url;

    /** Every other request is answered with 503. */
    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            keys.add(exchange.getRequestHeaders().get("Idempotency-Key"));
            signatures.add(exchange.getRequestHeaders().get("X-Signature"));
            try (exchange) {
                exchange.getRequestBody().readAllBytes();
                exchange.sendResponseHeaders(keys.size() % 2 == 1 ? 503 : 201, -1);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
        server.start();
        url = "http://127.0.0.1:" + server.getAddress().getPort();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    @Test
    void this_is_the_generation_that_was_meant() {
        assertThat(SpringVersion.getVersion()).startsWith(System.getProperty("spring.generation", "7."));
    }

    @Test
    void what_an_interceptor_behind_ours_adds_is_there_once_on_each_attempt() {
        IdempotentCalls calls = new IdempotentCalls(
                CallSettings.forHost("127.0.0.1").withPauses(Duration.ofMillis(10), Duration.ofSeconds(1)));
        RestClient client = RestClient.builder()
                .requestInterceptor(new IdempotentCallInterceptor(calls))
                .requestInterceptor((request, body, execution) -> {
                    request.getHeaders().add("X-Signature", "signed");
                    return execution.execute(request, body);
                })
                .build();

        client.post().uri(url).body("1").retrieve().toBodilessEntity();

        assertThat(signatures).hasSize(2).containsOnly(List.of("signed"));
        assertThat(keys).hasSize(2).doesNotContainNull();
    }

    @Test
    void every_client_that_spring_boot_builds_repeats_with_one_key() {
        Class<?>[] configurations = Stream.concat(
                        present(AUTO_CONFIGURATIONS).stream(), Stream.of(IdempotencyClientAutoConfiguration.class))
                .toArray(Class<?>[]::new);
        assertThat(configurations).hasSize(4);
        new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(configurations))
                .withPropertyValues("idempotency.client.hosts.billing=127.0.0.1", "idempotency.client.first-pause=10ms")
                .run(context -> {
                    context.getBean(RestClient.Builder.class)
                            .build()
                            .post()
                            .uri(url)
                            .retrieve()
                            .toBodilessEntity();
                    context.getBean(WebClient.Builder.class)
                            .build()
                            .post()
                            .uri(url)
                            .retrieve()
                            .toBodilessEntity()
                            .block();
                    restTemplate(context.getBean(
                                    present(BUILDERS_OF_REST_TEMPLATES).get(0)))
                            .postForLocation(url, "1");
                });

        assertThat(keys).hasSize(6).doesNotContainNull();
        for (int i = 0; i < keys.size(); i += 2) {
            assertThat(keys.get(i)).hasSize(1).isEqualTo(keys.get(i + 1));
        }
        assertThat(keys.stream().distinct()).hasSize(3);
    }

    private static RestTemplate restTemplate(Object builder) throws ReflectiveOperationException {
        return (RestTemplate) builder.getClass().getMethod("build").invoke(builder);
    }

    private static List<Class<?>> present(List<String> names) {
        ClassLoader loader = GenerationTest.class.getClassLoader();
        return names.stream()
                .filter(name -> ClassUtils.isPresent(name, loader))
                .<Class<?>>map(name -> ClassUtils.resolveClassName(name, loader))
                .toList();
    }
}
