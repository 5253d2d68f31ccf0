package dev.idempotency.jdbc;

import static dev.idempotency.test.Requests.granted;
import static dev.idempotency.test.Requests.request;
import static dev.idempotency.test.Requests.response;
import static dev.idempotency.test.Requests.retry;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.idempotency.core.record.State;
import dev.idempotency.core.store.GrantedRun;
import dev.idempotency.core.store.IdempotencyStore;
import dev.idempotency.core.store.Reservation;
import dev.idempotency.core.store.ReservationRequest;
import dev.idempotency.core.store.StoreException;
import dev.idempotency.testbed.Database;
import dev.idempotency.testbed.TcpProxy;
import dev.idempotency.testbed.TcpProxy.OnSight;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The connection breaks: before the statement was sent, or nobody knows. */
class LostAnswersTest {

    private final Database database = Database.create();
    private final TcpProxy proxy = TcpProxy.to(database);
    private final TestStore table;
    private final IdempotencyStore store;

    LostAnswersTest() {
        TestStore.createTable(database);
        table = TestStore.on(database.through(proxy), config -> {
            config.setMaximumPoolSize(2);
            config.setConnectionTimeout(1_000);
        });
        store = table.store();
    }

    @AfterEach
    void stop() {
        table.close();
        proxy.close();
    }

    @Test
    void a_store_that_takes_no_connection_was_not_reached() {
        IdempotencyStore unpooled =
                new JdbcIdempotencyStore(database.through(proxy).dataSource(), JdbcStoreSettings.defaults());
        proxy.refuse();

        assertThatThrownBy(() -> unpooled.reserve(request("refused"))).isInstanceOf(StoreException.NotApplied.class);

        proxy.accept();
        granted(unpooled, request("refused"));
    }

    @Test
    void a_reservation_whose_answer_was_swallowed_is_found_by_the_same_attempt() {
        ReservationRequest request = request("swallowed");
        proxy.when("INSERT INTO", OnSight.CUT_AFTER);

        assertThatThrownBy(() -> store.reserve(request)).isInstanceOf(StoreException.AnswerLost.class);

        assertThat(store.reserve(retry(request))).isInstanceOf(Reservation.InProgress.class);
        assertThat(store.reserve(request)).isInstanceOf(Reservation.Granted.class);
    }

    @Test
    void a_reservation_that_was_cut_off_on_its_way_can_be_made_again() {
        ReservationRequest request = request("cut-off");
        proxy.when("INSERT INTO", OnSight.CUT_BEFORE);

        assertThatThrownBy(() -> store.reserve(request)).isInstanceOf(StoreException.AnswerLost.class);

        assertThat(store.reserve(retry(request))).isInstanceOf(Reservation.Granted.class);
    }

    @Test
    void a_completion_whose_answer_was_swallowed_succeeds_when_told_again() {
        ReservationRequest request = request("completed");
        GrantedRun run = granted(store, request);
        proxy.when("UPDATE", OnSight.CUT_AFTER);

        assertThatThrownBy(() -> run.complete(response("done"))).isInstanceOf(StoreException.AnswerLost.class);

        assertThat(run.complete(response("done"))).isTrue();
        assertThat(store.reserve(retry(request))).isInstanceOf(Reservation.Replay.class);
    }

    @Test
    void a_completion_that_was_cut_off_on_its_way_succeeds_when_told_again() {
        ReservationRequest request = request("completed");
        GrantedRun run = granted(store, request);
        proxy.when("UPDATE", OnSight.CUT_BEFORE);

        assertThatThrownBy(() -> run.complete(response("done"))).isInstanceOf(StoreException.AnswerLost.class);

        assertThat(store.find(request.id()).orElseThrow().state()).isEqualTo(State.IN_PROGRESS);
        assertThat(run.complete(response("done"))).isTrue();
    }

    @Test
    void a_question_that_was_not_answered_changed_nothing() {
        proxy.when("SELECT scope", OnSight.CUT_AFTER);

        assertThatThrownBy(() -> store.find(request("asked").id())).isInstanceOf(StoreException.NotApplied.class);
    }

    @Test
    void nobody_knows_what_became_of_a_statement_whose_session_was_ended() throws Exception {
        ReservationRequest request = request("ended");
        GrantedRun run = granted(table.patientStore(), request);
        try (OtherSession other = new OtherSession(database).lock(request.id())) {
            CompletableFuture<Boolean> completion = CompletableFuture.supplyAsync(() -> run.complete(response("done")));
            other.awaitBlocked(1);
            database.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                    + " WHERE datname = current_database() AND wait_event_type = 'Lock'");

            assertThatThrownBy(completion::join)
                    .isInstanceOf(CompletionException.class)
                    .hasCauseInstanceOf(StoreException.AnswerLost.class);
        }
    }
}
