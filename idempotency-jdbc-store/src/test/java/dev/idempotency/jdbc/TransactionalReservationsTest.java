package dev.idempotency.jdbc;

import static dev.idempotency.test.Requests.RETENTION;
import static dev.idempotency.test.Requests.request;
import static dev.idempotency.test.Requests.response;
import static dev.idempotency.test.Requests.retry;
import static dev.idempotency.test.Requests.reuse;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.idempotency.core.record.Lease;
import dev.idempotency.core.record.RecordedAnswer;
import dev.idempotency.core.record.State;
import dev.idempotency.core.store.GrantedRun;
import dev.idempotency.core.store.Reservation;
import dev.idempotency.core.store.ReservationRequest;
import dev.idempotency.jdbc.internal.record.AdvisoryLock;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The rules of a run that is one transaction with its record. */
class TransactionalReservationsTest {

    private final TransactionalFixture fixture = new TransactionalFixture();
    private final TransactionalReservations reservations = fixture.reservations();
    private final ReservationRequest request = request("key");

    @BeforeEach
    void business() {
        fixture.createBusinessTable();
    }

    @AfterEach
    void close() {
        fixture.close();
    }

    @Test
    void the_work_and_its_record_are_committed_together() {
        GrantedRun run = granted(request);
        fixture.work();
        assertThat(fixture.committedRows()).isZero();
        assertThat(fixture.store().find(request.id())).isEmpty();

        assertThat(run.complete(response("done"))).isTrue();

        assertThat(fixture.committedRows()).isOne();
        assertThat(reservations.reserve(retry(request)))
                .isInstanceOfSatisfying(
                        Reservation.Replay.class,
                        replay -> assertThat(replay.response()).isEqualTo(response("done")));
        fixture.assertNothingIsOpen();
    }

    @Test
    void the_announced_expiry_is_the_one_that_is_kept() {
        Reservation.Granted granted = (Reservation.Granted) reservations.reserve(request);
        granted.run().complete(response("done"));

        Instant kept =
                fixture.store().find(request.id()).orElseThrow().lifetime().expiresAt();
        assertThat(kept).isEqualTo(granted.run().expiresAt());
        fixture.letTimePass(RETENTION);
        GrantedRun again = granted(retry(request));
        fixture.work();
        assertThat(again.lease().token()).isGreaterThan(granted.run().lease().token());
        assertThat(again.complete(response("new"))).isTrue();
        assertThat(fixture.committedRows()).isOne();
    }

    @Test
    void a_run_that_failed_leaves_nothing_and_the_next_one_runs() {
        granted(request).fail("error");
        GrantedRun unknown = granted(retry(request));
        fixture.work();
        unknown.markUnknown("error");

        assertThat(fixture.committedRows()).isZero();
        assertThat(fixture.store().find(request.id())).isEmpty();
        granted(retry(request)).fail("error");
        fixture.assertNothingIsOpen();
    }

    @Test
    void while_it_runs_another_request_is_told_so_at_once() {
        GrantedRun run = granted(request);

        assertThat(elsewhere(retry(request))).isInstanceOf(Reservation.InProgress.class);
        assertThat(elsewhere(reuse(request))).isInstanceOf(Reservation.InProgress.class);
        assertThat(elsewhere(request("other"))).isInstanceOf(Reservation.Granted.class);

        run.complete(response("done"));
        assertThat(elsewhere(reuse(request))).isInstanceOf(Reservation.Reused.class);
    }

    @Test
    void a_replay_does_not_keep_another_from_its_answer() throws SQLException {
        granted(request).complete(response("done"));
        try (OtherSession replaying = new OtherSession(fixture.database())) {
            replaying.execute("SELECT pg_advisory_xact_lock(" + AdvisoryLock.numberOf(request.id()) + ")");

            assertThat(reservations.reserve(retry(request))).isInstanceOf(Reservation.Replay.class);
        }
    }

    @Test
    void the_primary_key_has_the_last_word_where_the_lock_was_not_respected() {
        GrantedRun run = granted(request);
        fixture.work();
        GrantedRun rival = ((Reservation.Granted) fixture.store().reserve(retry(request))).run();
        rival.complete(response("rival's"));

        assertThat(run.complete(response("mine"))).isFalse();

        assertThat(fixture.committedRows()).isZero();
        assertThat(fixture.store().find(request.id()).orElseThrow().response()).isEqualTo(response("rival's"));
        fixture.assertNothingIsOpen();
    }

    @Test
    void a_former_record_that_somebody_else_took_over_is_left_to_them() {
        ((Reservation.Granted) fixture.store().reserve(request)).run().fail("error");
        GrantedRun run = granted(retry(request));
        fixture.work();
        GrantedRun rival = ((Reservation.Granted) fixture.store().reserve(retry(request))).run();

        assertThat(run.complete(response("mine"))).isFalse();

        assertThat(fixture.store().find(request.id()).orElseThrow().isHeldBy(rival.lease()))
                .isTrue();
        assertThat(fixture.committedRows()).isZero();
    }

    @Test
    void a_lease_of_another_mode_is_respected_and_a_lapsed_one_is_not_run() {
        fixture.store().reserve(request);
        assertThat(reservations.reserve(retry(request))).isInstanceOf(Reservation.InProgress.class);

        fixture.letTimePass(Duration.ofHours(1));

        assertThat(reservations.reserve(retry(request))).isInstanceOf(Reservation.OutcomeUnknown.class);
        assertThat(fixture.store().find(request.id()).orElseThrow().state()).isEqualTo(State.IN_PROGRESS);
    }

    @Test
    void a_transaction_that_is_open_already_is_refused() {
        GrantedRun run = granted(request);

        assertThatIllegalStateException().isThrownBy(() -> reservations.reserve(request("other")));

        run.fail("undone");
    }

    @Test
    void a_body_that_comes_after_the_commit_is_added_once_and_by_its_owner_only() {
        GrantedRun run = granted(request);
        run.complete(RecordedAnswer.withoutBody(404, List.of()));
        RecordedAnswer page = RecordedAnswer.of(404, List.of(), new byte[] {4});
        Lease forged = new Lease(
                run.lease().id(),
                run.lease().fingerprint(),
                run.lease().token() + 1,
                run.lease().owner(),
                run.lease().length());

        assertThat(fixture.supplements().supplement(forged, page)).isFalse();
        assertThat(reservations.reserve(retry(request))).isInstanceOf(Reservation.ResponseUnavailable.class);
        assertThat(run.supplement(page)).isTrue();
        assertThat(run.supplement(response("another"))).isFalse();

        assertThat(reservations.reserve(retry(request)))
                .isInstanceOfSatisfying(
                        Reservation.Replay.class,
                        replay -> assertThat(replay.response()).isEqualTo(page));
    }

    @Test
    void two_ends_of_one_run_are_one() {
        GrantedRun run = granted(request);
        run.complete(response("done"));

        assertThat(run.complete(response("again"))).isFalse();
        assertThat(run.fail("error")).isFalse();
    }

    private GrantedRun granted(ReservationRequest asked) {
        return ((Reservation.Granted) reservations.reserve(asked)).run();
    }

    /** On a thread, and so in a transaction, of its own; what is granted is undone. */
    private Reservation elsewhere(ReservationRequest asked) {
        return CompletableFuture.supplyAsync(() -> {
                    Reservation reservation = reservations.reserve(asked);
                    if (reservation instanceof Reservation.Granted granted) {
                        granted.run().fail("undone");
                    }
                    return reservation;
                })
                .join();
    }
}
