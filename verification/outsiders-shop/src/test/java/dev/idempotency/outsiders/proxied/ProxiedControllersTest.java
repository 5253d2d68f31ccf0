package dev.idempotency.outsiders.proxied;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idempotency.spring.coverage.Coverage;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.springframework.aop.support.AopUtils;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.http.ResponseEntity;
import org.springframework.web.client.RestClient;

/** A proxy between Spring MVC and a controller hides neither the annotation nor the handler. */
class ProxiedControllersTest {

    @Test
    void controllers_behind_subclass_proxies_are_protected() {
        try (ConfigurableApplicationContext context =
                start(true, ValidatedController.class, TransactionalController.class, AdditionsController.class)) {
            assertThat(AopUtils.isCglibProxy(context.getBean(ValidatedController.class)))
                    .isTrue();
            assertThat(AopUtils.isCglibProxy(context.getBean(TransactionalController.class)))
                    .isTrue();

            assertThat(protectedIn(context))
                    .containsExactly("POST /by-interface", "POST /transactional", "POST /validated");
            assertRunsOnce(context, "/validated?amount=1", ValidatedController.RUNS);
            assertRunsOnce(context, "/transactional", TransactionalController.RUNS);
            assertRunsOnce(context, "/by-interface?amount=1", AdditionsController.RUNS);
        }
    }

    @Test
    void controllers_behind_interface_proxies_are_protected() {
        try (ConfigurableApplicationContext context = start(false, AdditionsController.class)) {
            assertThat(Proxy.isProxyClass(context.getBean(Additions.class).getClass()))
                    .isTrue();

            assertThat(protectedIn(context)).containsExactly("POST /by-interface");
            assertRunsOnce(context, "/by-interface?amount=1", AdditionsController.RUNS);
        }
    }

    @Test
    void what_a_proxy_refuses_is_replayed() {
        try (ConfigurableApplicationContext context = start(true, ValidatedController.class)) {
            int before = ValidatedController.RUNS.get();
            String key = UUID.randomUUID().toString();
            ResponseEntity<String> first = post(context, "/validated?amount=0", key);
            ResponseEntity<String> again = post(context, "/validated?amount=0", key);

            assertThat(again.getStatusCode()).isEqualTo(first.getStatusCode());
            assertThat(ValidatedController.RUNS).hasValue(before);
        }
    }

    private static ConfigurableApplicationContext start(boolean bySubclass, Class<?>... controllers) {
        return new SpringApplicationBuilder(ProxiedApplication.class)
                .sources(controllers)
                .run(
                        "--server.port=0",
                        "--spring.main.banner-mode=off",
                        "--logging.level.root=WARN",
                        "--spring.datasource.url=jdbc:h2:mem:" + UUID.randomUUID(),
                        "--spring.flyway.enabled=false",
                        "--spring.aop.proxy-target-class=" + bySubclass,
                        "--idempotency.store=memory",
                        "--idempotency.scope.on-anonymous=share");
    }

    private static void assertRunsOnce(ConfigurableApplicationContext context, String path, AtomicInteger runs) {
        int before = runs.get();
        String key = UUID.randomUUID().toString();
        ResponseEntity<String> first = post(context, path, key);
        ResponseEntity<String> again = post(context, path, key);

        assertThat(first.getBody()).isEqualTo("run " + (before + 1));
        assertThat(again.getBody()).isEqualTo(first.getBody());
        assertThat(again.getHeaders().getFirst("Idempotency-Replayed")).isEqualTo("true");
        assertThat(runs).hasValue(before + 1);
    }

    private static ResponseEntity<String> post(ConfigurableApplicationContext context, String path, String key) {
        String port = context.getEnvironment().getProperty("local.server.port");
        return RestClient.create("http://127.0.0.1:" + port)
                .post()
                .uri(path)
                .header("Idempotency-Key", key)
                .retrieve()
                .onStatus(status -> true, (request, response) -> {})
                .toEntity(String.class);
    }

    private static List<String> protectedIn(ConfigurableApplicationContext context) {
        return context.getBean(Coverage.class).all().stream()
                .filter(covered -> covered.mapping().protection().isGiven())
                .map(covered -> covered.mapping().toString())
                .toList();
    }
}
