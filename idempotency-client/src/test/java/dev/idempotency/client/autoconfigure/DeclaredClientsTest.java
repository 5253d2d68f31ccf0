package dev.idempotency.client.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.idempotency.client.IdempotentCall;
import dev.idempotency.client.IdempotentCalls;
import dev.idempotency.client.feign.IdempotentCapability;
import feign.Capability;
import feign.Feign;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.http.client.autoconfigure.service.HttpServiceClientPropertiesAutoConfiguration;
import org.springframework.boot.restclient.autoconfigure.RestClientAutoConfiguration;
import org.springframework.boot.restclient.autoconfigure.service.HttpServiceClientAutoConfiguration;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.webclient.autoconfigure.WebClientAutoConfiguration;
import org.springframework.boot.webclient.autoconfigure.service.ReactiveHttpServiceClientAutoConfiguration;
import org.springframework.context.annotation.Configuration;
import org.springframework.web.service.annotation.PostExchange;
import org.springframework.web.service.registry.HttpServiceGroup;
import org.springframework.web.service.registry.ImportHttpServices;

/** Clients that are declared as interfaces get keys and steps without further code. */
class DeclaredClientsTest {

    private final List<String> keys = new CopyOnWriteArrayList<>();
    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    HttpServiceClientPropertiesAutoConfiguration.class,
                    RestClientAutoConfiguration.class,
                    HttpServiceClientAutoConfiguration.class,
                    WebClientAutoConfiguration.class,
                    ReactiveHttpServiceClientAutoConfiguration.class,
                    IdempotencyClientAutoConfiguration.class))
            .withPropertyValues("idempotency.client.hosts.billing=127.0.0.1", "idempotency.client.first-pause=10ms");
    private HttpServer server;
    private String url;

    /** Every other request is answered with 503. */
    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            keys.add(String.valueOf(exchange.getRequestHeaders().getFirst("Idempotency-Key")));
            try (exchange) {
                exchange.getRequestBody().readAllBytes();
                exchange.sendResponseHeaders(keys.size() % 2 == 1 ? 503 : 201, -1);
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
    void a_group_of_http_interfaces_repeats_with_the_key_of_its_step() {
        runner.withUserConfiguration(OfRestClient.class).run(context -> {
            Charges charges = context.getBean(Charges.class);

            IdempotentCalls.within("order:4711", () -> charges.charge(URI.create(url)));

            assertThat(keys).containsExactly("order:4711:charge", "order:4711:charge");
        });
    }

    @Test
    void a_group_of_http_interfaces_of_web_client_does_so_too() {
        runner.withUserConfiguration(OfWebClient.class).run(context -> {
            Charges charges = context.getBean(Charges.class);

            IdempotentCalls.within("order:4711", () -> charges.charge(URI.create(url)));

            assertThat(keys).containsExactly("order:4711:charge", "order:4711:charge");
        });
    }

    @Test
    void there_is_a_capability_for_feign_clients_where_feign_is() {
        runner.run(context -> {
            FeignCharges charges = Feign.builder()
                    .addCapability(context.getBean(Capability.class))
                    .target(FeignCharges.class, url);

            IdempotentCalls.within("order:4711", () -> charges.charge());

            assertThat(keys).containsExactly("order:4711:charge", "order:4711:charge");
        });
        runner.withClassLoader(new FilteredClassLoader(Capability.class))
                .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(IdempotentCapability.class));
    }

    @Configuration(proxyBeanMethods = false)
    @ImportHttpServices(group = "billing", types = Charges.class)
    static class OfRestClient {}

    @Configuration(proxyBeanMethods = false)
    @ImportHttpServices(group = "billing", types = Charges.class, clientType = HttpServiceGroup.ClientType.WEB_CLIENT)
    static class OfWebClient {}

    interface Charges {
        @PostExchange
        @IdempotentCall("charge")
        String charge(URI uri);
    }

    interface FeignCharges {
        @feign.RequestLine("POST /charges")
        @IdempotentCall("charge")
        String charge();
    }
}
