package dev.idempotency.outsiders.shop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.Socket;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Mode LEASE: the bank is another company. */
class PaymentsTest extends OpenShop {

    @BeforeEach
    void forgetCharges() {
        shop.bank().charges.clear();
    }

    @Test
    void a_payment_that_is_sent_again_is_charged_once() {
        String key = fresh();
        HttpResponse<String> first = anna.post("/payments", key, payment("gold"));
        HttpResponse<String> again = anna.post("/payments", key, payment("gold"));

        assertThat(first.statusCode()).isEqualTo(201);
        assertThat(again.body()).isEqualTo(first.body());
        assertThat(isReplay(again)).isTrue();
        assertThat(shop.bank().charges).hasSize(1);
    }

    @Test
    void copies_of_a_payment_that_runs_are_told_to_wait() {
        String key = fresh();
        CountDownLatch answer = shop.bank().hold();
        List<HttpResponse<String>> copies = atOnce(5, copy -> {
            if (copy > 0) {
                await().until(() -> !shop.bank().charges.isEmpty());
            }
            HttpResponse<String> response = anna.post("/payments", key, payment("gold"));
            answer.countDown();
            return response;
        });

        assertThat(copies.stream().filter(copy -> copy.statusCode() == 201)).isNotEmpty();
        assertThat(copies.stream().filter(copy -> copy.statusCode() == 409))
                .isNotEmpty()
                .allSatisfy(copy -> {
                    assertThat(copy.body()).contains("idempotency_in_progress");
                    assertThat(copy.headers().firstValue("Retry-After")).isPresent();
                });
        assertThat(shop.bank().charges).hasSize(1);
    }

    @Test
    void a_client_that_hangs_up_while_the_bank_works_is_charged_once() throws IOException {
        String key = fresh();
        CountDownLatch answer = shop.bank().hold();
        try (Socket line = anna.postAndReadNothing("/payments", key, payment("gold"))) {
            await().until(() -> !shop.bank().charges.isEmpty());
            line.setSoLinger(true, 0);
        }
        answer.countDown();

        HttpResponse<String> retried = retried(key, payment("gold"));
        assertThat(retried.statusCode()).isEqualTo(201);
        assertThat(isReplay(retried)).isTrue();
        assertThat(shop.bank().charges).hasSize(1);
    }

    /** The shop's error handler makes a 502 of it, as it does of a bank that is closed. */
    @Test
    void a_bank_that_charges_and_does_not_answer_is_asked_what_it_did() {
        String key = fresh();
        HttpResponse<String> first = anna.post("/payments", key, payment("silent"));
        assertThat(first.statusCode()).isEqualTo(502);
        assertThat(first.body()).isEqualTo("{\"error\":\"the bank has trouble\"}");

        HttpResponse<String> retried = retried(key, payment("silent"));
        assertThat(retried.statusCode()).isEqualTo(201);
        assertThat(retried.body())
                .isEqualTo("{\"chargeId\":\"charge-%s\"}", shop.bank().charges.get(0));
        assertThat(shop.bank().charges).hasSize(1);
    }

    @Test
    void another_payment_with_the_key_of_one_that_runs_is_refused() throws IOException {
        String key = fresh();
        CountDownLatch answer = shop.bank().hold();
        try (Socket line = anna.postAndReadNothing("/payments", key, payment("gold"))) {
            await().until(() -> !shop.bank().charges.isEmpty());
            assertThat(line.isConnected()).isTrue();
            assertThat(anna.post("/payments", key, payment("silver")).statusCode())
                    .isEqualTo(422);
        } finally {
            answer.countDown();
        }
        assertThat(shop.bank().charges).hasSize(1);
    }

    private HttpResponse<String> retried(String key, String body) {
        return await().atMost(Duration.ofSeconds(30))
                .until(() -> anna.post("/payments", key, body), answer -> answer.statusCode() != 409);
    }

    private static String payment(String card) {
        return "{\"orderId\":7,\"amountCents\":1500,\"card\":\"%s\"}".formatted(card);
    }
}
