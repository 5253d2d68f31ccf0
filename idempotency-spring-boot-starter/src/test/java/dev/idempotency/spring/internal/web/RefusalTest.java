package dev.idempotency.spring.internal.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idempotency.spring.internal.web.app.App;
import dev.idempotency.spring.internal.web.app.App.Server;
import dev.idempotency.spring.internal.web.app.Client;
import dev.idempotency.spring.internal.web.app.Client.Answer;
import dev.idempotency.spring.internal.web.app.Outcomes;
import dev.idempotency.spring.internal.web.app.Runs;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;

/** Every answer that is neither the handler's nor a replay. */
class RefusalTest {

    private static final String ORDER = "{\"sku\":\"book\",\"quantity\":1}";

    private final String key = UUID.randomUUID().toString();

    @OnEveryServer
    void no_key_where_one_is_required_is_400(Server server) {
        Answer answer = App.on(server).client().post("/p/entity", null, ORDER);

        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.text()).contains("idempotency_key_missing");
    }

    @OnEveryServer
    void no_key_where_none_is_required_runs_each_time(Server server) {
        Client client = App.on(server).client();

        String first = client.post("/optional", null, "run ").text();
        String second = client.post("/optional", null, "run ").text();

        assertThat(second).isNotEqualTo(first);
        assertThat(App.on(server).bean(Outcomes.class).of("POST /optional")).contains("WITHOUT_KEY");
    }

    @OnEveryServer
    void a_caller_who_is_nobody_is_refused_before_anything_runs(Server server) {
        Answer answer = App.on(server).client().post("/p/entity", key, ORDER, "Caller", "nobody");

        assertThat(answer.status()).isEqualTo(401);
        assertThat(App.on(server).bean(Runs.class).of(key)).isZero();
    }

    @OnEveryServer
    void a_body_above_the_limit_is_413_and_one_at_the_limit_is_not(Server server) {
        Client client = App.on(server).client();

        Answer atLimit = client.post("/p/read/stream", key, "x".repeat(64 * 1024));
        Answer above = client.post("/p/read/stream", UUID.randomUUID().toString(), "x".repeat(64 * 1024 + 1));

        assertThat(atLimit.bytes()).hasSize(64 * 1024);
        assertThat(above.status()).isEqualTo(413);
        assertThat(above.text()).contains("idempotency_request_too_large");
    }

    @OnEveryServer
    void a_duplicate_of_a_running_request_is_409_with_retry_after_and_another_request_422(Server server) {
        App app = App.on(server);
        Runs.Held held = app.bean(Runs.class).hold(key);
        CompletableFuture<Answer> first = app.client().postLater("/p/entity", key, ORDER);
        held.awaitArrival();

        Answer duplicate = app.client().post("/p/entity", key, ORDER);
        Answer other = app.client().post("/p/entity", key, ORDER.replace("book", "pen"));
        Answer otherRoute = app.client().post("/p/body", key, ORDER);
        held.letGo();

        assertThat(duplicate.status()).isEqualTo(409);
        assertThat(duplicate.text()).contains("idempotency_in_progress");
        assertThat(Integer.parseInt(duplicate.header("Retry-After"))).isBetween(1, 60);
        assertThat(other.status()).isEqualTo(422);
        assertThat(otherRoute.status()).isEqualTo(422);
        assertThat(first.join().status()).isEqualTo(201);
        assertThat(app.client()
                        .post("/p/entity", key, ORDER.replace("book", "pen"))
                        .status())
                .isEqualTo(422);
        assertThat(app.bean(Runs.class).of(key)).isEqualTo(1);
    }

    @OnEveryServer
    void a_duplicate_that_waits_gets_the_first_ones_answer(Server server) {
        App app = App.on(server);
        Runs.Held held = app.bean(Runs.class).hold(key);
        CompletableFuture<Answer> first = app.client().postLater("/waits", key, "run ");
        held.awaitArrival();
        CompletableFuture<Answer> duplicate = app.client().postLater("/waits", key, "run ");
        held.letGo();

        assertThat(first.join().text()).isEqualTo("run 1");
        assertThat(duplicate.join().text()).isEqualTo("run 1");
        assertThat(duplicate.join().isReplay()).isTrue();
    }

    @OnEveryServer
    void two_callers_with_the_same_key_have_separate_records(Server server) {
        App app = App.on(server);

        Answer alice = app.client().post("/p/entity", key, ORDER, "Caller", "alice");
        Answer bob = app.client().post("/p/entity", key, ORDER, "Caller", "bob");

        assertThat(alice.text()).contains("\"run\":1");
        assertThat(bob.text()).contains("\"run\":2");
        assertThat(bob.isReplay()).isFalse();
    }

    @OnEveryServer
    void both_spellings_are_one_key(Server server) {
        App app = App.on(server);

        app.client().post("/p/entity", key, ORDER);
        Answer quoted = app.client().post("/p/entity", '"' + key + '"', ORDER);

        assertThat(quoted.isReplay()).isTrue();
    }

    @OnEveryServer
    void patch_is_protected_and_get_never_is(Server server) {
        App app = App.on(server);
        Client client = app.client();

        for (int i = 0; i < 2; i++) {
            client.send(client.request("/patched", key, "text/plain").method("PATCH", BodyPublishers.ofString("x")));
            client.send(client.request("/got", "g" + key, "text/plain").GET());
        }

        assertThat(app.bean(Runs.class).of(key)).isEqualTo(1);
        assertThat(app.bean(Runs.class).of("g" + key)).isEqualTo(2);
    }
}
