package dev.idempotency.spring.endtoend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.idempotency.spring.IdempotencyConfigurationException;
import dev.idempotency.spring.Idempotent;
import dev.idempotency.spring.Mode;
import dev.idempotency.spring.OnConcurrent;
import dev.idempotency.spring.OnStoreFailure;
import dev.idempotency.spring.scope.EntityResolver;
import dev.idempotency.testbed.Database;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

/** One request at a time for an order, on three nodes with Tomcat and Postgres. */
class EntityEndpointTest {

    private static final Database DATABASE = Database.create();
    private static final List<OrdersApp> NODES = new ArrayList<>();

    private final String order = Integer.toString(1 + Math.abs(UUID.randomUUID().hashCode() / 2));

    @BeforeAll
    static void start() {
        for (int i = 0; i < 3; i++) {
            NODES.add(OrdersApp.start(
                    DATABASE, Map.of("idempotency.scope.anonymous-name", "all"), Orders.class, Resolvers.class));
        }
    }

    @AfterAll
    static void stop() {
        NODES.forEach(OrdersApp::close);
    }

    @BeforeEach
    void close() {
        Orders.gate = new CountDownLatch(1);
        Orders.entered = new CountDownLatch(1);
    }

    @AfterEach
    void open() {
        Orders.gate.countDown();
    }

    @ParameterizedTest
    @CsvSource({"lease, transactional", "transactional, lease", "lease, lease", "transactional, transactional"})
    void while_one_runs_another_key_for_its_entity_is_told_to_come_again(String first, String second) throws Exception {
        CompletableFuture<HttpResponse<String>> running = postAsync(0, "/" + first + "/" + order, "{}");
        assertThat(Orders.entered.await(30, TimeUnit.SECONDS)).isTrue();

        HttpResponse<String> locked = post(1, "/" + second + "/" + order, "second" + order, "{}");

        assertThat(locked.statusCode()).isEqualTo(409);
        assertThat(locked.body()).contains("\"idempotency_entity_locked\"", "\"retryable\":true");
        assertThat(Integer.parseInt(locked.headers().firstValue("Retry-After").orElseThrow()))
                .isBetween(1, 60);
        assertThat(records("second" + order)).isZero();
        Orders.gate.countDown();
        assertThat(running.get(30, TimeUnit.SECONDS).statusCode()).isEqualTo(200);
        assertThat(post(1, "/" + second + "/" + order, "second" + order, "{}").statusCode())
                .isEqualTo(200);
    }

    @Test
    void fifty_keys_for_one_order_run_one_at_a_time_and_none_is_lost() throws Exception {
        Orders.gate.countDown();
        Orders.most.set(0);
        ExecutorService clients = Executors.newFixedThreadPool(50);
        try {
            List<Future<Integer>> answers = new ArrayList<>();
            for (int i = 0; i < 50; i++) {
                int client = i;
                String path = (i % 2 == 0 ? "/lease/" : "/transactional/") + order;
                answers.add(clients.submit(() -> untilItRan(client % 3, path, "key-" + client + order)));
            }
            for (Future<Integer> answer : answers) {
                assertThat(answer.get(3, TimeUnit.MINUTES)).isEqualTo(200);
            }
        } finally {
            clients.shutdownNow();
        }
        assertThat(Orders.most).hasValue(1);
        assertThat(Orders.RAN.get(order)).hasValue(50);
    }

    private static int untilItRan(int node, String path, String key) {
        HttpResponse<String> answer = post(node, path, key, "{}");
        for (int attempt = 0; attempt < 10_000 && answer.statusCode() == 409; attempt++) {
            assertThat(answer.body()).contains("\"idempotency_entity_locked\"");
            answer = post(node, path, key, "{}");
        }
        return answer.statusCode();
    }

    @Test
    void a_request_that_may_wait_runs_when_the_other_has_ended() throws Exception {
        CompletableFuture<HttpResponse<String>> running = postAsync(0, "/lease/" + order, "{}");
        assertThat(Orders.entered.await(30, TimeUnit.SECONDS)).isTrue();
        CompletableFuture<HttpResponse<String>> waiting = postAsync(1, "/patient/" + order, "{}");

        assertThat(waiting.isDone()).isFalse();
        Orders.gate.countDown();

        assertThat(running.get(30, TimeUnit.SECONDS).statusCode()).isEqualTo(200);
        assertThat(waiting.get(30, TimeUnit.SECONDS).statusCode()).isEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"{\"order\":{\"id\":%s}}", "{\"x\":[],\"order\":{\"id\":\"%s\"}}", "{\"order\":{\"id\":%s.0}}"})
    void the_entity_may_stand_in_the_body(String body) throws Exception {
        postAsync(0, "/lease/" + order, "{}");
        assertThat(Orders.entered.await(30, TimeUnit.SECONDS)).isTrue();

        assertThat(post(1, "/of-body", "second" + order, body.formatted(order)).body())
                .contains("\"idempotency_entity_locked\"");
        assertThat(post(1, "/of-bean", "third" + order, "{}", "Order", order).body())
                .contains("\"idempotency_entity_locked\"");
    }

    @Test
    void a_request_that_does_not_name_its_entity_is_refused() {
        Orders.gate.countDown();
        for (String body : List.of("{}", "{\"order\":7}", "{\"order\":{\"id\":1,\"id\":2}}", "no json")) {
            HttpResponse<String> answer = post(0, "/of-body", UUID.randomUUID().toString(), body);
            assertThat(answer.statusCode()).isEqualTo(400);
            assertThat(answer.body()).contains("\"idempotency_entity_missing\"");
        }
        assertThat(post(0, "/of-bean", UUID.randomUUID().toString(), "{}").statusCode())
                .isEqualTo(400);
        assertThat(post(0, "/lease/none", UUID.randomUUID().toString(), "{}").statusCode())
                .isEqualTo(400);
    }

    /** Of a client that would otherwise choose between two names. */
    @Test
    void another_spelling_of_the_same_number_is_the_same_entity() throws Exception {
        postAsync(0, "/lease/" + order, "{}");
        assertThat(Orders.entered.await(30, TimeUnit.SECONDS)).isTrue();

        assertThat(post(1, "/lease/00" + order, "second" + order, "{}").body())
                .contains("\"idempotency_entity_locked\"");
    }

    @Test
    void what_cannot_be_kept_stops_the_start() {
        for (Class<?> wrong : List.of(WithoutKey.class, Proceeding.class, UnknownVariable.class, Unclosed.class)) {
            assertThatThrownBy(() -> OrdersApp.start(Database.create(), Map.of(), wrong))
                    .as(wrong.getSimpleName())
                    .isInstanceOf(IdempotencyConfigurationException.class)
                    .hasMessageContaining("The entity of the endpoint 'POST /wrong/{id}' is not valid");
        }
    }

    private CompletableFuture<HttpResponse<String>> postAsync(int node, String path, String body) {
        return CompletableFuture.supplyAsync(
                () -> post(node, path, UUID.randomUUID().toString(), body));
    }

    private static HttpResponse<String> post(int node, String path, String key, String body, String... headers) {
        return NODES.get(node).post(path, key, body, headers);
    }

    private static int records(String key) {
        return JdbcClient.create(DATABASE.dataSource())
                .sql("SELECT count(*) FROM idempotency_record WHERE key = ?")
                .param(key)
                .query(Integer.class)
                .single();
    }

    @RestController
    static class Orders {

        private static final Map<String, AtomicInteger> RAN = new ConcurrentHashMap<>();
        private static volatile CountDownLatch gate = new CountDownLatch(0);
        private static volatile CountDownLatch entered = new CountDownLatch(0);
        private static final AtomicInteger running = new AtomicInteger();
        private static final AtomicInteger most = new AtomicInteger();

        @PostMapping("/lease/{id}")
        @Idempotent(entity = "order:{id}")
        String lease(@PathVariable long id) throws InterruptedException {
            return work(id);
        }

        @PostMapping("/transactional/{id}")
        @Idempotent(mode = Mode.TRANSACTIONAL, entity = "order:{id}")
        String transactional(@PathVariable long id) throws InterruptedException {
            return work(id);
        }

        @PostMapping("/patient/{id}")
        @Idempotent(entity = "order:{id}", onConcurrent = OnConcurrent.WAIT, waitAtMost = "60s")
        String patient(@PathVariable long id) throws InterruptedException {
            return work(id);
        }

        @PostMapping("/of-body")
        @Idempotent(entity = "order:{body:/order/id}")
        String ofBody(@RequestBody Map<String, Object> body) {
            return "done";
        }

        @PostMapping("/of-bean")
        @Idempotent(entity = "@orderOfHeader")
        String ofBean() {
            return "done";
        }

        private static String work(long id) throws InterruptedException {
            most.accumulateAndGet(running.incrementAndGet(), Math::max);
            try {
                entered.countDown();
                if (!gate.await(30, TimeUnit.SECONDS)) {
                    throw new IllegalStateException("nobody opened the gate");
                }
                RAN.computeIfAbsent(Long.toString(id), same -> new AtomicInteger())
                        .incrementAndGet();
                return "done";
            } finally {
                running.decrementAndGet();
            }
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Resolvers {

        @Bean
        EntityResolver orderOfHeader() {
            return request -> Optional.ofNullable(request.getHeader("Order")).map(id -> "order:" + id);
        }
    }

    @RestController
    static class WithoutKey {

        @PostMapping("/wrong/{id}")
        @Idempotent(required = false, entity = "order:{id}")
        void wrong() {}
    }

    @RestController
    static class Proceeding {

        @PostMapping("/wrong/{id}")
        @Idempotent(onStoreFailure = OnStoreFailure.PROCEED, entity = "order:{id}")
        void wrong() {}
    }

    @RestController
    static class UnknownVariable {

        @PostMapping("/wrong/{id}")
        @Idempotent(entity = "order:{order}")
        void wrong() {}
    }

    @RestController
    static class Unclosed {

        @PostMapping("/wrong/{id}")
        @Idempotent(entity = "order:{id")
        void wrong() {}
    }
}
