package dev.idempotency.spring.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idempotency.spring.Idempotent;
import dev.idempotency.testbed.Database;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** To foresee the handler, the server has to read the form before the filter can. */
class ConditionOnFormTest {

    @Test
    void a_handler_chosen_by_a_field_of_the_form_is_protected_and_sees_the_form() throws Exception {
        try (OrdersApp application = OrdersApp.start(Database.create(), Map.of(), Express.class)) {
            assertThat(post(application, "k1", "fast=yes&item=book").body()).isEqualTo("express book");
            HttpResponse<String> replay = post(application, "k1", "fast=yes&item=book");
            assertThat(replay.body()).isEqualTo("express book");
            assertThat(replay.headers().firstValue("Idempotency-Replayed")).contains("true");
            assertThat(post(application, "k1", "fast=yes&item=lamp").statusCode())
                    .isEqualTo(422);
            assertThat(post(application, "k1", "item=lamp").body()).isEqualTo("slow lamp");
        }
    }

    private static HttpResponse<String> post(OrdersApp application, String key, String form)
            throws IOException, InterruptedException {
        return HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + application.port() + "/express"))
                                .header("Content-Type", "application/x-www-form-urlencoded")
                                .header("Idempotency-Key", key)
                                .POST(BodyPublishers.ofString(form))
                                .build(),
                        BodyHandlers.ofString());
    }

    @RestController
    static class Express {

        @PostMapping(path = "/express", params = "fast")
        @Idempotent
        String express(@RequestParam String item) {
            return "express " + item;
        }

        @PostMapping("/express")
        String slow(@RequestParam String item) {
            return "slow " + item;
        }
    }
}
