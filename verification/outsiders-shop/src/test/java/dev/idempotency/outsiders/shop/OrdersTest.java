package dev.idempotency.outsiders.shop;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Mode TRANSACTIONAL, with JPA, validation and error handlers. */
class OrdersTest extends OpenShop {

    @Test
    void an_order_that_is_sent_again_gets_the_first_answer_and_exists_once() {
        String sku = fresh();
        String key = fresh();
        HttpResponse<String> first = anna.post("/orders", key, order(sku, 2));
        HttpResponse<String> again = anna.post("/orders", key, order(sku, 2));

        assertThat(first.statusCode()).isEqualTo(201);
        assertThat(again.statusCode()).isEqualTo(201);
        assertThat(again.body()).isEqualTo(first.body());
        assertThat(again.headers().allValues("Location"))
                .isEqualTo(first.headers().allValues("Location"))
                .hasSize(1);
        assertThat(isReplay(first)).isFalse();
        assertThat(isReplay(again)).isTrue();
        assertThat(shop.orders(sku)).isOne();
    }

    @Test
    void a_filter_before_the_one_for_keys_sees_replays_and_one_behind_does_not() {
        String sku = fresh();
        String key = fresh();
        HttpResponse<String> first = anna.post("/orders", key, order(sku, 2));
        HttpResponse<String> again = anna.post("/orders", key, order(sku, 2));

        assertThat(isReplay(again)).isTrue();
        assertThat(first.headers().firstValue("X-Visit")).isPresent();
        assertThat(again.headers().firstValue("X-Visit")).isEmpty();
        assertThat(again.headers().allValues("X-Trace"))
                .hasSize(1)
                .isNotEqualTo(first.headers().allValues("X-Trace"));
        assertThat(again.headers().allValues("X-Content-Type-Options")).containsExactly("nosniff");
        assertThat(again.headers().allValues("Cache-Control"))
                .isEqualTo(first.headers().allValues("Cache-Control"));
    }

    @Test
    void twenty_copies_at_once_make_one_order() {
        String sku = fresh();
        String key = fresh();
        List<HttpResponse<String>> copies = atOnce(20, copy -> anna.post("/orders", key, order(sku, 1)));

        assertThat(shop.orders(sku)).isOne();
        HttpResponse<String> last = anna.post("/orders", key, order(sku, 1));
        assertThat(copies).allSatisfy(copy -> assertThat(copy.statusCode()).isIn(201, 409));
        assertThat(copies.stream().filter(copy -> copy.statusCode() == 201))
                .isNotEmpty()
                .allSatisfy(copy -> assertThat(copy.body()).isEqualTo(last.body()));
    }

    @Test
    void different_orders_that_race_for_a_key_make_one_order() {
        String sku = fresh();
        String key = fresh();
        List<HttpResponse<String>> orders = atOnce(8, quantity -> anna.post("/orders", key, order(sku, quantity + 1)));

        assertThat(orders).allSatisfy(order -> assertThat(order.statusCode()).isIn(201, 409, 422));
        assertThat(orders.stream().filter(order -> order.statusCode() == 201)).hasSize(1);
        assertThat(shop.orders(sku)).isOne();
    }

    @Test
    void another_order_with_the_key_is_refused() {
        String sku = fresh();
        String key = fresh();
        anna.post("/orders", key, order(sku, 1));
        HttpResponse<String> other = anna.post("/orders", key, order(sku, 2));

        assertThat(other.statusCode()).isEqualTo(422);
        assertThat(other.body()).contains("idempotency_key_reused").doesNotContain(key);
        assertThat(shop.orders(sku)).isOne();
    }

    @Test
    void the_same_key_of_another_customer_is_another_order() {
        String sku = fresh();
        String key = fresh();
        HttpResponse<String> annas = anna.post("/orders", key, order(sku, 1));
        HttpResponse<String> bens = ben.post("/orders", key, order(sku, 1));

        assertThat(bens.statusCode()).isEqualTo(201);
        assertThat(bens.body()).isNotEqualTo(annas.body());
        assertThat(shop.orders(sku)).isEqualTo(2);
    }

    @Test
    void a_retry_without_credentials_is_not_answered() {
        String sku = fresh();
        String key = fresh();
        anna.post("/orders", key, order(sku, 1));
        HttpResponse<String> stranger = unknown.post("/orders", key, order(sku, 1));

        assertThat(stranger.statusCode()).isEqualTo(401);
        assertThat(stranger.body()).doesNotContain(sku);
    }

    @Test
    void a_url_rule_that_forbids_an_endpoint_comes_before_the_key() {
        assertThat(anna.post("/orders/recalled", fresh(), "{}").statusCode()).isEqualTo(403);
    }

    @Test
    void an_order_that_is_not_valid_gets_the_shops_own_error_each_time() {
        String key = fresh();
        HttpResponse<String> first = anna.post("/orders", key, order("book", 0));
        HttpResponse<String> again = anna.post("/orders", key, order("book", 0));

        assertThat(first.statusCode()).isEqualTo(400);
        assertThat(first.body()).isEqualTo("{\"error\":\"not valid: quantity\"}");
        assertThat(again.statusCode()).isEqualTo(400);
        assertThat(again.body()).isEqualTo(first.body());
        assertThat(isReplay(again)).isTrue();
    }

    @Test
    void a_body_that_is_no_json_is_answered_as_it_is_without_a_key() {
        String key = fresh();
        HttpResponse<String> plain = anna.post("/orders/drafts", "", "{\"sku\":");
        HttpResponse<String> first = anna.post("/orders", key, "{\"sku\":");
        HttpResponse<String> again = anna.post("/orders", key, "{\"sku\":");

        assertThat(first.statusCode()).isEqualTo(plain.statusCode()).isEqualTo(400);
        assertThat(again.statusCode()).isEqualTo(400);
        assertThat(again.body()).isEqualTo(first.body()).isNotEmpty();
    }

    @Test
    void what_an_error_handler_answered_is_kept_without_the_order() {
        String key = fresh();
        int before = shop.orders("rare");
        HttpResponse<String> first = anna.post("/orders", key, order("rare", 1));
        HttpResponse<String> again = anna.post("/orders", key, order("rare", 1));

        assertThat(first.statusCode()).isEqualTo(409);
        assertThat(first.body()).isEqualTo("{\"error\":\"There is no more rare\"}");
        assertThat(again.body()).isEqualTo(first.body());
        assertThat(isReplay(again)).isTrue();
        assertThat(shop.orders("rare")).isEqualTo(before);
    }

    @Test
    void trouble_in_the_shop_leaves_nothing_behind_and_the_retry_runs() {
        String key = fresh();
        HttpResponse<String> first = anna.post("/orders", key, order("broken", 1));
        HttpResponse<String> again = anna.post("/orders", key, order("broken", 1));

        assertThat(first.statusCode()).isEqualTo(500);
        assertThat(first.body()).isEqualTo("{\"error\":\"the shop has trouble\"}");
        assertThat(again.statusCode()).isEqualTo(500);
        assertThat(isReplay(again)).isFalse();
        assertThat(shop.orders("broken")).isZero();
    }

    @Test
    void a_change_that_is_sent_three_times_is_made_once() {
        String path = anna.post("/orders", fresh(), order(fresh(), 2))
                .headers()
                .firstValue("Location")
                .orElseThrow();
        String key = fresh();

        for (int attempt = 0; attempt < 3; attempt++) {
            assertThat(patch(path, key).body()).endsWith("\"quantity\":7}");
        }
        assertThat(patch("/orders/0", fresh()).statusCode()).isEqualTo(404);
    }

    @Test
    void without_a_key_an_order_is_refused_and_a_draft_is_not() {
        String sku = fresh();
        HttpResponse<String> refused = anna.post("/orders", "", order(sku, 1));
        HttpResponse<String> draft = anna.post("/orders/drafts", "", order(sku, 1));

        assertThat(refused.statusCode()).isEqualTo(400);
        assertThat(refused.body()).contains("idempotency_key_missing");
        assertThat(draft.statusCode()).isEqualTo(200);
        assertThat(shop.orders(sku)).isOne();
    }

    @Test
    void drafts_are_not_protected_by_a_key() {
        String sku = fresh();
        String key = fresh();
        HttpResponse<String> first = anna.post("/orders/drafts", key, order(sku, 1));
        HttpResponse<String> second = anna.post("/orders/drafts", key, order(sku, 1));

        assertThat(second.body()).isNotEqualTo(first.body());
        assertThat(first.headers().map().keySet()).noneMatch(name -> name.startsWith("idempotency"));
        assertThat(shop.orders(sku)).isEqualTo(2);
    }

    @Test
    void a_form_is_redirected_to_the_same_order_each_time() {
        String sku = fresh();
        String key = fresh();
        HttpResponse<String> first = form(key, "sku=" + sku + "&quantity=1");
        HttpResponse<String> again = form(key, "quantity=1&sku=" + sku);

        assertThat(first.statusCode()).isEqualTo(302);
        assertThat(again.statusCode()).isEqualTo(302);
        assertThat(again.headers().firstValue("Location"))
                .isEqualTo(first.headers().firstValue("Location"))
                .isPresent();
        assertThat(shop.orders(sku)).isOne();
    }

    private HttpResponse<String> patch(String path, String key) {
        return anna.send("PATCH", path, key, Customer.JSON, "{\"add\":5}".getBytes(StandardCharsets.UTF_8));
    }

    private HttpResponse<String> form(String key, String fields) {
        return anna.send(
                "POST",
                "/orders/by-form",
                key,
                "application/x-www-form-urlencoded",
                fields.getBytes(StandardCharsets.UTF_8));
    }
}
