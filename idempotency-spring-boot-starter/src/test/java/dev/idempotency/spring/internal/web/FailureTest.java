package dev.idempotency.spring.internal.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idempotency.core.record.IdempotencyRecord;
import dev.idempotency.core.record.State;
import dev.idempotency.spring.internal.web.app.App;
import dev.idempotency.spring.internal.web.app.App.Server;
import dev.idempotency.spring.internal.web.app.Client.Answer;
import dev.idempotency.spring.internal.web.app.FaultyStore;
import dev.idempotency.spring.internal.web.app.Runs;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What becomes of a handler that does not succeed. */
class FailureTest {

    private final String key = UUID.randomUUID().toString();

    static Stream<Arguments> statuses() {
        return Stream.of(Server.values())
                .flatMap(server -> Stream.of("500", "502", "503", "408", "425", "429")
                        .map(status -> Arguments.of(server, status)));
    }

    @ParameterizedTest
    @MethodSource("statuses")
    void a_5xx_is_not_stored_and_the_retry_runs(Server server, String status) {
        App app = App.on(server);

        Answer first = app.client().post("/fails", key, status);
        Answer retry = app.client().post("/fails", key, status);

        assertThat(first.status()).isEqualTo(Integer.parseInt(status));
        assertThat(first.text()).isEqualTo("run 1");
        assertThat(first.header("Idempotency-Expires")).isEmpty();
        assertThat(retry.text()).isEqualTo("run 2");
    }

    @OnEveryServer
    void _504_is_unknown_and_no_retry_runs(Server server) {
        App app = App.on(server);

        Answer first = app.client().post("/fails", key, "504");
        Answer retry = app.client().post("/fails", key, "504");

        assertThat(first.text()).isEqualTo("run 1");
        assertThat(retry.status()).isEqualTo(409);
        assertThat(retry.text()).contains("idempotency_outcome_unknown");
        assertThat(retry.header("Retry-After")).isNotEmpty();
    }

    @OnEveryServer
    void an_exception_goes_to_the_error_page_and_the_retry_runs(Server server) {
        App app = App.on(server);

        Answer first = app.client().post("/throws", key, "something");
        app.client().post("/throws", key, "something");

        assertThat(first.status()).isEqualTo(500);
        assertThat(first.text()).contains("Internal Server Error");
        assertThat(app.bean(Runs.class).of(key)).isEqualTo(2);
    }

    @OnEveryServer
    void a_timeout_that_flies_out_is_unknown(Server server) {
        assertUnknownAfter(server, "/throws", "timeout", 500);
    }

    @OnEveryServer
    void a_timeout_that_was_translated_to_a_502_is_unknown_all_the_same(Server server) {
        assertUnknownAfter(server, "/translated-timeout", "", 502);
    }

    @OnEveryServer
    void a_swallowed_exception_is_no_success(Server server) {
        Answer first = assertUnknownAfter(server, "/swallowed", "", 503);

        assertThat(first.header("Retry-After")).isEqualTo("5");
    }

    @OnEveryServer
    void an_error_in_an_envelope_is_delivered_and_the_retry_runs(Server server) {
        App app = App.on(server);

        Answer first = app.client().post("/envelope", key, "");
        app.client().post("/envelope", key, "");

        assertThat(first.status()).isEqualTo(200);
        assertThat(first.text()).isEqualTo("{\"error\":true}");
        assertThat(app.bean(Runs.class).of(key)).isEqualTo(2);
    }

    @OnEveryServer
    void an_asynchronous_handler_that_runs_out_of_its_time_is_unknown(Server server) {
        assertUnknownAfter(server, "/deferred-timeout", "", 503);
    }

    @OnEveryServer
    void raw_asynchronous_processing_that_runs_out_of_its_time_is_unknown(Server server) {
        assertUnknownAfter(server, "/raw-timeout", "", 500);
    }

    @OnEveryServer
    void an_error_that_nobody_here_renders_is_never_stored_with_an_empty_body(Server server) {
        App app = App.withoutErrorPagesOn(server);

        Answer first = app.client().post("/p/send-error", key, "");
        Answer retry = app.client().post("/p/send-error", key, "");

        assertThat(first.status()).isEqualTo(404);
        assertThat(first.bytes()).isNotEmpty();
        assertThat(retry.status()).isEqualTo(409);
        assertThat(retry.text()).contains("idempotency_response_unavailable").contains("\"originalStatus\":404");
        assertThat(app.bean(Runs.class).of(key)).isEqualTo(1);
    }

    private Answer assertUnknownAfter(Server server, String path, String body, int status) {
        App app = App.on(server);

        Answer first = app.client().post(path, key, body);
        Answer retry = app.client().post(path, key, body);

        assertThat(first.status()).isEqualTo(status);
        assertThat(retry.status()).isEqualTo(409);
        assertThat(retry.text()).contains("idempotency_outcome_unknown");
        assertThat(app.bean(Runs.class).of(key)).isEqualTo(1);
        assertThat(app.bean(FaultyStore.class).record("alice", key).map(IdempotencyRecord::state))
                .contains(State.UNKNOWN);
        return first;
    }
}
