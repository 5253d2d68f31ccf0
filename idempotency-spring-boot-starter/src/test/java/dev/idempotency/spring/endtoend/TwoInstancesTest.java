package dev.idempotency.spring.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idempotency.testbed.Database;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class TwoInstancesTest {

    private static final int REQUESTS = 100;
    private static final String BODY = "{\"sku\":\"book\"}";

    private static List<OrdersApp> instances;

    @BeforeAll
    static void start() {
        Database database = Database.create();
        instances = List.of(
                OrdersApp.start(database, Map.of(), Orders.class), OrdersApp.start(database, Map.of(), Orders.class));
    }

    @AfterAll
    static void stop() {
        instances.forEach(OrdersApp::close);
    }

    @BeforeEach
    void close() {
        Orders.RUNS.set(0);
        Orders.gate = new CountDownLatch(1);
    }

    @Test
    void of_100_simultaneous_requests_one_runs_and_every_other_is_a_replay_or_409() throws Exception {
        CountDownLatch half = new CountDownLatch(REQUESTS / 2);
        List<HttpResponse<String>> answers = all("/orders", answer -> {
            half.countDown();
            if (half.getCount() == 0) {
                Orders.gate.countDown();
            }
        });

        assertThat(Orders.RUNS).hasValue(1);
        assertThat(answers).allMatch(answer -> answer.statusCode() == 201 || answer.statusCode() == 409);
        assertThat(answers).filteredOn(answer -> answer.statusCode() == 409).hasSizeGreaterThanOrEqualTo(REQUESTS / 2);
        List<HttpResponse<String>> created =
                answers.stream().filter(answer -> answer.statusCode() == 201).toList();
        assertThat(created)
                .extracting(HttpResponse::body)
                .containsOnly(created.get(0).body());
        assertThat(created)
                .filteredOn(answer ->
                        answer.headers().firstValue("Idempotency-Replayed").isEmpty())
                .hasSize(1);
        assertThat(instances)
                .allSatisfy(instance -> assertThat(instance.post("/orders", "k-/orders", BODY))
                        .satisfies(replay -> assertThat(replay.body())
                                .isEqualTo(created.get(0).body()))
                        .satisfies(replay -> assertThat(replay.headers().firstValue("Idempotency-Replayed"))
                                .contains("true")));
    }

    @Test
    void waiting_100_simultaneous_requests_get_100_equal_answers_of_one_run() throws Exception {
        List<Future<HttpResponse<String>>> sent = send("/patient", answer -> {});
        Orders.gate.countDown();
        List<HttpResponse<String>> answers = get(sent);

        assertThat(Orders.RUNS).hasValue(1);
        assertThat(answers).hasSize(REQUESTS).allMatch(answer -> answer.statusCode() == 201);
        assertThat(answers)
                .extracting(HttpResponse::body)
                .containsOnly(answers.get(0).body());
        assertThat(answers)
                .extracting(answer -> answer.headers().firstValue("Location").orElseThrow())
                .containsOnly("/orders/1");
    }

    private static List<HttpResponse<String>> all(String path, Consumer<HttpResponse<String>> seen) throws Exception {
        return get(send(path, seen));
    }

    /** Returns when all threads are about to send. */
    private static List<Future<HttpResponse<String>>> send(String path, Consumer<HttpResponse<String>> seen)
            throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(REQUESTS);
        CountDownLatch ready = new CountDownLatch(REQUESTS);
        List<Future<HttpResponse<String>>> sent = IntStream.range(0, REQUESTS)
                .mapToObj(i -> threads.submit(() -> {
                    ready.countDown();
                    ready.await();
                    HttpResponse<String> answer = instances.get(i % 2).post(path, "k-" + path, BODY);
                    seen.accept(answer);
                    return answer;
                }))
                .toList();
        ready.await();
        threads.shutdown();
        return sent;
    }

    private static List<HttpResponse<String>> get(List<Future<HttpResponse<String>>> sent) throws Exception {
        List<HttpResponse<String>> answers = new ArrayList<>();
        for (Future<HttpResponse<String>> each : sent) {
            answers.add(each.get());
        }
        return answers;
    }
}
