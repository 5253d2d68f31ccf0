package dev.idempotency.sample.payment;

import static dev.idempotency.sample.Customer.isReplay;
import static dev.idempotency.sample.Customer.newKey;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.idempotency.sample.SampleTest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.web.server.LocalServerPort;

class PaymentsTest extends SampleTest {

    PaymentsTest(@LocalServerPort int port) {
        super(port);
    }

    @Test
    void a_payment_is_charged_once_and_its_retry_gets_the_same_answer() {
        long order = alice.order();
        String key = newKey();

        HttpResponse<String> first = alice.post("/payments", key, payment(order, "ok"));
        HttpResponse<String> again = alice.post("/payments", key, payment(order, "ok"));

        assertThat(first.statusCode()).isEqualTo(201);
        assertThat(isReplay(again)).isTrue();
        assertThat(again.body()).isEqualTo(first.body());
        assertChargedOnce(order);
    }

    @Test
    void a_declined_card_is_declined_again_without_asking() {
        long order = alice.order();
        String key = newKey();

        HttpResponse<String> first = alice.post("/payments", key, payment(order, "declined"));
        HttpResponse<String> again = alice.post("/payments", key, payment(order, "declined"));

        assertThat(first.statusCode()).isEqualTo(402);
        assertThat(again.statusCode()).isEqualTo(402);
        assertThat(isReplay(again)).isTrue();
        assertThat(alice.charges(order)).isEmpty();
    }

    @Test
    void a_payment_that_reached_nobody_charges_nothing_and_its_retry_charges_once() {
        long order = alice.order();
        String key = newKey();

        HttpResponse<String> first = alice.post("/payments", key, payment(order, "down"));

        assertThat(first.statusCode()).isEqualTo(502);
        assertThat(alice.charges(order)).isEmpty();
        assertThat(alice.post("/payments", key, payment(order, "down")).statusCode())
                .isEqualTo(201);
        assertThat(isReplay(alice.post("/payments", key, payment(order, "down"))))
                .isTrue();
        assertChargedOnce(order);
    }

    @Test
    void a_payment_without_an_answer_is_not_charged_again() {
        long order = alice.order();
        String key = newKey();

        HttpResponse<String> first = alice.post("/payments", key, payment(order, "timeout"));
        HttpResponse<String> again = alice.post("/payments", key, payment(order, "timeout"));

        assertThat(first.statusCode()).isEqualTo(504);
        assertThat(again.statusCode()).isIn(409, 201);
        assertChargedOnce(order);
    }

    @Test
    void a_payment_without_an_answer_is_found_out_and_its_retry_gets_the_true_charge() {
        long order = alice.order();
        String key = newKey();
        alice.post("/payments", key, payment(order, "timeout"));

        HttpResponse<String> found = await().atMost(Duration.ofSeconds(30))
                .until(() -> alice.post("/payments", key, payment(order, "timeout")), this::isPaid);

        assertThat(isReplay(found)).isTrue();
        assertThat(found.body()).contains("\"orderId\":" + order, "\"amountCents\":1500");
        assertChargedOnce(order);
    }

    private boolean isPaid(HttpResponse<String> answer) {
        assertThat(answer.statusCode()).isIn(201, 409);
        return answer.statusCode() == 201;
    }

    @Test
    void a_retry_while_the_provider_still_works_does_not_reach_it() {
        long order = alice.order();
        String key = newKey();

        CompletableFuture<HttpResponse<String>> first =
                alice.send("POST", "/payments", key, payment(order, "slow:700"));
        CompletableFuture<HttpResponse<String>> again =
                alice.send("POST", "/payments", key, payment(order, "slow:700"));

        assertThat(new int[] {first.join().statusCode(), again.join().statusCode()})
                .containsExactlyInAnyOrder(201, 409);
        assertChargedOnce(order);
    }

    @Test
    void one_key_of_two_tenants_is_two_charges() {
        String key = newKey();
        long hers = alice.order();
        long his = bob.order();

        alice.post("/payments", key, payment(hers, "ok"));
        bob.post("/payments", key, payment(his, "ok"));

        assertChargedOnce(hers);
        assertChargedOnce(his);
    }

    @Test
    void nobody_pays_for_the_order_of_another_tenant() {
        long order = alice.order();

        assertThat(bob.post("/payments", newKey(), payment(order, "ok")).statusCode())
                .isEqualTo(404);
        assertThat(bob.charges(order)).isEmpty();
    }

    /** Not only charged once: the provider was asked once. */
    private void assertChargedOnce(long order) {
        assertThat(alice.charges(order)).singleElement().satisfies(charge -> {
            assertThat(charge.get("amountCents").asLong()).isEqualTo(1500);
            assertThat(charge.get("requests").asInt()).isEqualTo(1);
        });
    }

    private static String payment(long order, String card) {
        return """
                {"orderId":%d,"amountCents":1500,"card":"%s"}""".formatted(order, card);
    }
}
