package dev.idempotency.spring.internal.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idempotency.core.record.IdempotencyRecord;
import dev.idempotency.core.record.State;
import dev.idempotency.spring.internal.web.app.App;
import dev.idempotency.spring.internal.web.app.App.Server;
import dev.idempotency.spring.internal.web.app.Client.Answer;
import dev.idempotency.spring.internal.web.app.FaultyStore;
import dev.idempotency.spring.internal.web.app.FaultyStore.Fault;
import dev.idempotency.spring.internal.web.app.Outcomes;
import dev.idempotency.spring.internal.web.app.Runs;
import java.util.UUID;

class StoreFailureTest {

    private static final String ORDER = "{\"sku\":\"book\",\"quantity\":1}";

    private final String key = UUID.randomUUID().toString();

    @OnEveryServer
    void a_store_that_cannot_be_reached_is_503_and_nothing_runs_until_it_is_back(Server server) {
        App app = with(server, Fault.RESERVE_NOT_REACHED);

        Answer refused = app.client().post("/p/entity", key, ORDER);
        app.bean(FaultyStore.class).heal(key);
        Answer later = app.client().post("/p/entity", key, ORDER);

        assertThat(refused.status()).isEqualTo(503);
        assertThat(refused.text()).contains("idempotency_store_unavailable");
        assertThat(refused.header("Retry-After")).isEqualTo("5");
        assertThat(later.status()).isEqualTo(201);
        assertThat(app.bean(Runs.class).of(key)).isEqualTo(1);
    }

    @OnEveryServer
    void where_it_may_proceed_the_answer_is_marked_and_counted(Server server) {
        App app = with(server, Fault.RESERVE_NOT_REACHED);

        Answer answer = app.client().post("/proceed", key, "run ");

        assertThat(answer.text()).isEqualTo("run 1");
        assertThat(answer.header("Idempotency-Unprotected")).isEqualTo("true");
        assertThat(app.bean(Outcomes.class).of("POST /proceed")).contains("UNPROTECTED");
    }

    @OnEveryServer
    void a_reservation_answered_by_silence_is_recognised(Server server) {
        App app = with(server, Fault.RESERVE_ANSWER_LOST);

        Answer first = app.client().post("/p/entity", key, ORDER);

        assertThat(first.status()).isEqualTo(201);
        assertThat(app.client().post("/p/entity", key, ORDER).isReplay()).isTrue();
    }

    @OnEveryServer
    void a_store_failure_after_success_delivers_the_answer_and_makes_the_record_unknown(Server server) {
        App app = with(server, Fault.COMPLETE_NOT_REACHED);

        Answer first = app.client().post("/p/entity", key, ORDER);
        Answer retry = app.client().post("/p/entity", key, ORDER);

        assertThat(first.status()).isEqualTo(201);
        assertThat(first.header("Idempotency-Expires")).isEmpty();
        assertThat(retry.status()).isEqualTo(409);
        assertThat(state(app)).isEqualTo(State.UNKNOWN);
        assertThat(app.bean(Runs.class).of(key)).isEqualTo(1);
        assertThat(app.bean(Outcomes.class).of("POST /p/entity")).contains("UNRECORDED");
    }

    @OnEveryServer
    void a_handler_that_outlives_its_lease_loses_and_answers_from_the_record(Server server) {
        App app = with(server, Fault.LEASE_LOST_TO_ANOTHER_ANSWER);

        Answer late = app.client().post("/p/entity", key, ORDER);

        assertThat(late.status()).isEqualTo(202);
        assertThat(late.text()).isEqualTo("the other one's");
        assertThat(late.isReplay()).isTrue();
        for (String leaked : new String[] {"Location", "ETag", "Set-Cookie", "Link", "X-Not-Kept", "Content-Type"}) {
            assertThat(late.header(leaked)).as(leaked).isEmpty();
        }
    }

    @OnEveryServer
    void a_late_one_whose_successor_still_runs_answers_503(Server server) {
        App app = with(server, Fault.LEASE_LOST_TO_A_RUNNING_ONE);

        Answer late = app.client().post("/p/entity", key, ORDER);
        Answer lateError = app.client().post("/p/send-error", key, ORDER);

        assertThat(late.status()).isEqualTo(503);
        assertThat(late.header("Retry-After")).isEqualTo("5");
        assertThat(late.header("Location")).isEmpty();
        assertThat(late.text()).doesNotContain("book");
        assertThat(lateError.status()).isEqualTo(422);
    }

    @OnEveryServer
    void an_error_that_comes_too_late_is_not_shown_either(Server server) {
        App app = with(server, Fault.LEASE_LOST_TO_A_RUNNING_ONE);

        Answer late = app.client().post("/p/send-error", key, ORDER);

        assertThat(late.status()).isEqualTo(503);
        assertThat(late.text()).contains("idempotency_store_unavailable").doesNotContain("no such order");
        assertThat(late.header("Link")).isEmpty();
    }

    private App with(Server server, Fault fault) {
        App app = App.on(server);
        app.bean(FaultyStore.class).fail(key, fault);
        return app;
    }

    private State state(App app) {
        return app.bean(FaultyStore.class)
                .record("alice", key)
                .map(IdempotencyRecord::state)
                .orElseThrow();
    }
}
