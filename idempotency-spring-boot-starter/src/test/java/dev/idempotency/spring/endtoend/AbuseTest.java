package dev.idempotency.spring.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idempotency.spring.Idempotent;
import dev.idempotency.testbed.Database;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

/** Requests that are the same and look different, or the other way round, and answers that a header cannot carry. */
class AbuseTest {

    private static final String BODY = "{\"sku\":\"book\"}";

    private static OrdersApp application;

    @BeforeAll
    static void start() {
        application = OrdersApp.start(Database.create(), Map.of("idempotency.replay.headers", "X-Price"), Prices.class);
    }

    @AfterAll
    static void stop() {
        application.close();
    }

    @Test
    void whoever_accepts_something_else_gets_the_first_answer_all_the_same() {
        HttpResponse<String> first = application.post("/prices", "accept", BODY, "Accept", "application/json");
        HttpResponse<String> other = application.post("/prices", "accept", BODY, "Accept", "text/plain;q=0.1");

        assertThat(other.headers().firstValue("Idempotency-Replayed")).contains("true");
        assertThat(other.body()).isEqualTo(first.body());
        assertThat(other.headers().firstValue("Content-Type"))
                .isEqualTo(first.headers().firstValue("Content-Type"));
    }

    @Test
    void a_compressed_body_counts_as_it_was_received() throws Exception {
        assertThat(compressed("zip", BODY).statusCode()).isEqualTo(200);
        assertThat(compressed("zip", BODY).headers().firstValue("Idempotency-Replayed"))
                .contains("true");
        assertThat(compressed("zip", BODY + " ").statusCode()).isEqualTo(422);
        assertThat(application.post("/prices", "zip", BODY).statusCode()).isEqualTo(422);
    }

    @Test
    void a_header_that_the_server_cannot_send_is_missing_from_first_answer_and_replay() {
        HttpResponse<String> first = application.post("/prices", "euro", BODY);
        HttpResponse<String> again = application.post("/prices", "euro", BODY);

        assertThat(again.headers().firstValue("Idempotency-Replayed")).contains("true");
        assertThat(again.headers().allValues("X-Price"))
                .isEqualTo(first.headers().allValues("X-Price"));
        assertThat(again.body()).isEqualTo(first.body());
    }

    private static HttpResponse<String> compressed(String key, String body) throws IOException, InterruptedException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream zip = new GZIPOutputStream(bytes)) {
            zip.write(body.getBytes(StandardCharsets.UTF_8));
        }
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + application.port() + "/prices"))
                .header("Content-Type", "application/json")
                .header("Content-Encoding", "gzip")
                .header("Idempotency-Key", key)
                .POST(BodyPublishers.ofByteArray(bytes.toByteArray()))
                .build();
        return HttpClient.newHttpClient().send(request, BodyHandlers.ofString());
    }

    @RestController
    static class Prices {

        @PostMapping("/prices")
        @Idempotent
        ResponseEntity<String> price() {
            return ResponseEntity.ok().header("X-Price", "10 \u20ac").body("10 \u20ac");
        }
    }
}
