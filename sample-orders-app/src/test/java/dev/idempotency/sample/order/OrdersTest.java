package dev.idempotency.sample.order;

import static dev.idempotency.sample.Customer.isReplay;
import static dev.idempotency.sample.Customer.json;
import static dev.idempotency.sample.Customer.newKey;
import static org.assertj.core.api.Assertions.assertThat;

import dev.idempotency.sample.SampleTest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.web.server.LocalServerPort;

class OrdersTest extends SampleTest {

    OrdersTest(@LocalServerPort int port) {
        super(port);
    }

    @Test
    void an_order_is_placed_once_and_its_retry_gets_the_same_answer() {
        String key = newKey();

        HttpResponse<String> first = alice.post("/orders", key, order("book", 2, key));
        HttpResponse<String> again = alice.post("/orders", key, order("book", 2, key));

        assertThat(first.statusCode()).isEqualTo(201);
        assertThat(json(first).get("quantity").asInt()).isEqualTo(2);
        assertThat(first.headers().firstValue("Location"))
                .contains("/orders/" + json(first).get("id").asLong());
        assertThat(isReplay(first)).isFalse();
        assertThat(again.statusCode()).isEqualTo(201);
        assertThat(again.body()).isEqualTo(first.body());
        assertThat(again.headers().firstValue("Location"))
                .isEqualTo(first.headers().firstValue("Location"));
        assertThat(isReplay(again)).isTrue();
        assertThat(alice.ordersNoted(key)).hasSize(1);
    }

    @Test
    void twenty_at_once_place_one_order() {
        String key = newKey();

        List<HttpResponse<String>> answers =
                Stream.generate(() -> alice.send("POST", "/orders", key, order("turtle", 1, key)))
                        .limit(20)
                        .toList()
                        .stream()
                        .map(CompletableFuture::join)
                        .toList();

        assertThat(answers)
                .filteredOn(answer -> answer.statusCode() == 201)
                .filteredOn(answer -> !isReplay(answer))
                .hasSize(1);
        assertThat(answers)
                .filteredOn(answer -> answer.statusCode() != 201)
                .isNotEmpty()
                .allSatisfy(answer -> {
                    assertThat(answer.statusCode()).isEqualTo(409);
                    assertThat(json(answer).get("code").asString()).isEqualTo("idempotency_in_progress");
                    assertThat(answer.headers().firstValue("Retry-After")).isPresent();
                });
        assertThat(alice.ordersNoted(key)).hasSize(1);
    }

    @Test
    void a_key_with_another_order_is_refused() {
        String key = newKey();
        alice.post("/orders", key, order("book", 1, key));

        HttpResponse<String> other = alice.post("/orders", key, order("book", 2, key));

        assertThat(other.statusCode()).isEqualTo(422);
        assertThat(json(other).get("code").asString()).isEqualTo("idempotency_key_reused");
        assertThat(alice.ordersNoted(key)).hasSize(1);
    }

    @Test
    void an_order_without_a_key_is_refused() {
        String note = newKey();

        HttpResponse<String> answer = alice.postWithoutKey("/orders", order("book", 1, note));

        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(json(answer).get("code").asString()).isEqualTo("idempotency_key_missing");
        assertThat(alice.ordersNoted(note)).isEmpty();
    }

    @Test
    void an_order_of_an_unknown_product_is_refused_and_so_is_its_retry() {
        assertRefusedTwice(404, order("unicorn", 1, "x"), "There is no such product.");
    }

    @Test
    void an_order_of_nothing_is_refused_and_so_is_its_retry() {
        assertRefusedTwice(400, order("book", 0, "x"), "Not a valid request: quantity must be from 1 to 1000000.");
    }

    @Test
    void an_order_that_fails_half_way_leaves_nothing_and_its_retry_runs() {
        String key = newKey();

        HttpResponse<String> first = alice.post("/orders", key, order("bomb", 1, key));
        HttpResponse<String> again = alice.post("/orders", key, order("bomb", 1, key));

        assertThat(List.of(first, again)).allSatisfy(answer -> {
            assertThat(answer.statusCode()).isEqualTo(500);
            assertThat(isReplay(answer)).isFalse();
        });
        assertThat(alice.ordersNoted(key)).isEmpty();
    }

    @Test
    void a_change_is_made_once() {
        String path = "/orders/" + alice.order();
        String key = newKey();

        HttpResponse<String> first = alice.patch(path, key, "{\"quantity\":7}");
        HttpResponse<String> between = alice.patch(path, newKey(), "{\"quantity\":8}");
        HttpResponse<String> again = alice.patch(path, key, "{\"quantity\":7}");

        assertThat(first.statusCode()).isEqualTo(200);
        assertThat(between.statusCode()).isEqualTo(200);
        assertThat(isReplay(again)).isTrue();
        assertThat(again.body()).isEqualTo(first.body());
        assertThat(json(alice.get(path)).get("quantity").asInt()).isEqualTo(8);
    }

    @Test
    void one_key_of_two_tenants_is_two_orders() {
        String key = newKey();

        HttpResponse<String> hers = alice.post("/orders", key, order("pen", 1, key));
        HttpResponse<String> his = bob.post("/orders", key, order("pen", 1, key));

        assertThat(isReplay(his)).isFalse();
        assertThat(json(his).get("id")).isNotEqualTo(json(hers).get("id"));
        assertThat(alice.ordersNoted(key)).hasSize(1);
        assertThat(bob.ordersNoted(key)).hasSize(1);
    }

    @Test
    void an_order_of_another_tenant_is_not_there() {
        String path = "/orders/" + alice.order();

        assertThat(alice.get(path).statusCode()).isEqualTo(200);
        assertThat(bob.get(path).statusCode()).isEqualTo(404);
        assertThat(bob.patch(path, newKey(), "{\"quantity\":2}").statusCode()).isEqualTo(404);
    }

    private void assertRefusedTwice(int status, String order, String detail) {
        String key = newKey();

        HttpResponse<String> first = alice.post("/orders", key, order);
        HttpResponse<String> again = alice.post("/orders", key, order);

        assertThat(first.statusCode()).isEqualTo(status);
        assertThat(json(first).get("detail").asString()).isEqualTo(detail);
        assertThat(first.headers().firstValue("Content-Type")).contains("application/problem+json");
        assertThat(again.statusCode()).isEqualTo(status);
        assertThat(again.body()).isEqualTo(first.body());
        assertThat(isReplay(again)).isTrue();
    }

    private static String order(String sku, int quantity, String note) {
        return """
                {"sku":"%s","quantity":%d,"note":"%s"}""".formatted(sku, quantity, note);
    }
}
