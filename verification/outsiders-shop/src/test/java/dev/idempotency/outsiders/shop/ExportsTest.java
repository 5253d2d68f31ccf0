package dev.idempotency.outsiders.shop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.Socket;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Answers that come later, or are large. */
class ExportsTest extends OpenShop {

    private AtomicInteger exports;

    @BeforeAll
    void findController() {
        exports = shop.context().getBean(ExportController.class).exports;
    }

    @BeforeEach
    void reset() {
        exports.set(0);
    }

    @Test
    void an_answer_that_comes_later_is_replayed() {
        for (String path : List.of("/exports", "/exports/deferred")) {
            String key = fresh();
            HttpResponse<String> first = anna.post(path, key, "{}");
            HttpResponse<String> again = anna.post(path, key, "{}");

            assertThat(first.body()).startsWith("export ");
            assertThat(again.statusCode()).isEqualTo(first.statusCode());
            assertThat(again.body()).isEqualTo(first.body());
            assertThat(again.headers().firstValue("Location"))
                    .isEqualTo(first.headers().firstValue("Location"));
            assertThat(isReplay(again)).isTrue();
        }
        assertThat(exports).hasValue(2);
    }

    @Test
    void an_exception_that_comes_later_is_answered_by_the_error_handler_and_replayed() {
        String key = fresh();
        HttpResponse<String> first = anna.post("/exports?fail=1", key, "{}");
        HttpResponse<String> again = anna.post("/exports?fail=1", key, "{}");

        assertThat(first.statusCode()).isEqualTo(409);
        assertThat(first.body()).isEqualTo("{\"error\":\"There is no more paper 1\"}");
        assertThat(again.body()).isEqualTo(first.body());
        assertThat(isReplay(again)).isTrue();
    }

    @Test
    void a_large_answer_is_delivered_whole_and_its_retry_told_so() {
        String key = fresh();
        HttpResponse<String> first = anna.post("/exports/large", key, "{}");
        HttpResponse<String> again = anna.post("/exports/large", key, "{}");

        assertThat(first.body()).hasSize(ExportController.LARGE);
        assertThat(again.statusCode()).isEqualTo(409);
        assertThat(again.body()).contains("idempotency_response_unavailable");
        assertThat(exports).hasValue(1);
    }

    @Test
    void a_streamed_answer_is_delivered_and_its_retry_told_so() {
        String key = fresh();
        HttpResponse<String> first = anna.post("/exports/stream", key, "{}");
        HttpResponse<String> again = anna.post("/exports/stream", key, "{}");

        assertThat(first.body()).isEqualTo("a line\n");
        assertThat(again.statusCode()).isEqualTo(409);
        assertThat(again.body()).contains("idempotency_response_unavailable");
        assertThat(exports).hasValue(1);
    }

    @Test
    void a_client_that_leaves_while_a_large_answer_comes_gets_no_second_one() throws IOException {
        String key = fresh();
        try (Socket line = anna.postAndReadNothing("/exports/large", key, "{}")) {
            assertThat(line.getInputStream().readNBytes(1_000)).hasSize(1_000);
            line.setSoLinger(true, 0);
        }

        HttpResponse<String> retried = await().atMost(Duration.ofSeconds(30))
                .until(
                        () -> anna.post("/exports/large", key, "{}"),
                        answer -> !answer.body().contains("idempotency_in_progress"));
        assertThat(retried.statusCode()).isEqualTo(409);
        assertThat(retried.body()).contains("idempotency_response_unavailable");
        assertThat(exports).hasValue(1);
    }
}
