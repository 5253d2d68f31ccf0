package dev.idempotency.kotlin;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.util.EnumMap;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import kotlin.Unit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Mode LEASE takes the outcome where a handler that suspends has come to its end. */
class SuspendedLeasesTest {

    private static final Map<KotlinApp.Server, KotlinApp> APPS = new EnumMap<>(KotlinApp.Server.class);

    private final String key = UUID.randomUUID().toString();

    @BeforeAll
    static void start() {
        for (KotlinApp.Server server : KotlinApp.Server.values()) {
            APPS.put(server, KotlinApp.start(server, Leased.class));
        }
    }

    @AfterAll
    static void stop() {
        APPS.values().forEach(KotlinApp::close);
    }

    @BeforeEach
    void closeTheGate() {
        Leased.Companion.close();
    }

    @ParameterizedTest
    @CsvSource({
        "TOMCAT, /purchases, 201, bought",
        "TOMCAT, /sold-out, 410, Gone",
        "TOMCAT, /flowing, 200, '[1,2]'",
        "JETTY, /purchases, 201, bought",
        "JETTY, /sold-out, 410, Gone",
        "JETTY, /flowing, 200, '[1,2]'"
    })
    void the_work_is_done_once_and_the_retry_gets_its_answer(
            KotlinApp.Server server, String path, int status, String body) {
        KotlinApp app = APPS.get(server);
        long before = app.rows();

        HttpResponse<String> first = app.post(path, key);
        HttpResponse<String> again = app.post(path, key);

        assertThat(first.statusCode()).as(first.body()).isEqualTo(status);
        assertThat(first.body()).contains(body);
        assertThat(again.statusCode()).isEqualTo(status);
        assertThat(again.body()).isEqualTo(first.body());
        assertThat(again.headers().allValues("Location"))
                .isEqualTo(first.headers().allValues("Location"));
        assertThat(again.headers().firstValue("Idempotency-Replayed")).hasValue("true");
        assertThat(app.rows() - before).isOne();
    }

    @ParameterizedTest
    @EnumSource(KotlinApp.Server.class)
    void a_second_request_does_not_run_while_the_first_one_is_suspended(KotlinApp.Server server) throws Exception {
        KotlinApp app = APPS.get(server);
        long before = app.rows();
        CompletableFuture<HttpResponse<String>> first = CompletableFuture.supplyAsync(() -> app.post("/patient", key));
        assertThat(Leased.Companion.getEntered().await(30, TimeUnit.SECONDS)).isTrue();

        HttpResponse<String> second = app.post("/patient", key);

        assertThat(second.statusCode()).as(second.body()).isEqualTo(409);
        assertThat(second.body()).contains("idempotency_in_progress");
        Leased.Companion.getGate().complete(Unit.INSTANCE);
        assertThat(first.get(30, TimeUnit.SECONDS).statusCode()).isEqualTo(201);
        assertThat(app.post("/patient", key).body()).isEqualTo("bought");
        assertThat(app.rows() - before).isOne();
    }
}
