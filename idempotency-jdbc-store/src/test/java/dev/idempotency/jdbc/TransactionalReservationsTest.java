package dev.idempotency.jdbc;

import static dev.idempotency.test.Requests.RETENTION;
import static dev.idempotency.test.Requests.request;
import static dev.idempotency.test.Requests.response;
import static dev.idempotency.test.Requests.retry;
import static dev.idempotency.test.Requests.reuse;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.idempotency.core.record.Lease;
import dev.idempotency.core.record.RecordedAnswer;
import dev.idempotency.core.record.State;
import dev.idempotency.core.store.GrantedRun;
import dev.idempotency.core.store.GrantedRun.Work;
import dev.idempotency.core.store.Reservation;
import dev.idempotency.core.store.ReservationRequest;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.transaction.UnexpectedRollbackException;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

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
    void a_refusal_after_a_rollback_is_stored_by_itself() {
        RecordedAnswer refusal = RecordedAnswer.of(409, List.of(), new byte[] {1});
        GrantedRun run = granted(request);
        fixture.work();
        fixture.markForRollback();

        assertThat(run.complete(refusal, Work.KEPT_UNLESS_ROLLED_BACK)).isTrue();

        assertThat(fixture.committedRows()).isZero();
        assertThat(reservations.reserve(retry(request)))
                .isInstanceOfSatisfying(
                        Reservation.Replay.class,
                        replay -> assertThat(replay.response()).isEqualTo(refusal));
    }

    @Test
    void a_refusal_because_a_statement_failed_is_stored_by_itself() {
        RecordedAnswer refusal = RecordedAnswer.of(409, List.of(), new byte[] {1});
        GrantedRun run = granted(request);
        fixture.work();
        fixture.failAStatement();

        assertThat(run.complete(refusal, Work.KEPT_UNLESS_ROLLED_BACK)).isTrue();

        assertThat(fixture.committedRows()).isZero();
        assertThat(reservations.reserve(retry(request))).isInstanceOf(Reservation.Replay.class);
        fixture.assertNothingIsOpen();
    }

    @Test
    void an_answer_that_says_that_the_work_was_done_is_never_stored_without_it() {
        GrantedRun run = granted(request);
        fixture.work();
        fixture.markForRollback();

        assertThatThrownBy(() -> run.complete(response("done"), Work.KEPT))
                .isInstanceOf(UnexpectedRollbackException.class);

        assertThat(fixture.committedRows()).isZero();
        assertThat(fixture.store().find(request.id())).isEmpty();
        fixture.assertNothingIsOpen();
    }

    @Test
    void work_that_is_not_to_count_is_undone_and_its_answer_kept_whatever_that_is() {
        ((Reservation.Granted) fixture.store().reserve(request)).run().fail("error");
        GrantedRun replacing = granted(retry(request));
        fixture.work();
        ReservationRequest other = request("other");

        assertThat(replacing.complete(response("declined"), Work.UNDONE)).isTrue();
        GrantedRun inserting = granted(other);
        fixture.work();
        assertThat(inserting.complete(response("declined"), Work.UNDONE)).isTrue();

        assertThat(fixture.committedRows()).isZero();
        assertThat(reservations.reserve(retry(request))).isInstanceOf(Reservation.Replay.class);
        assertThat(reservations.reserve(retry(other))).isInstanceOf(Reservation.Replay.class);
        assertThat(inserting.complete(response("again"), Work.UNDONE)).isFalse();
        fixture.assertNothingIsOpen();
    }

    /** Right before the record is written in place of the work, and right after the transaction is over. */
    @Test
    void nobody_else_runs_between_the_end_of_the_work_and_its_answer() {
        List<Reservation> meanwhile = new ArrayList<>();
        TransactionalReservations watched = fixture.reservations(call -> {
            if (call.contains("INSERT INTO") || call.equals("rollback")) {
                meanwhile.add(elsewhere(retry(request)));
            }
        });
        GrantedRun run = ((Reservation.Granted) watched.reserve(request)).run();

        assertThat(run.complete(response("declined"), Work.UNDONE)).isTrue();

        assertThat(meanwhile).hasSize(2);
        assertThat(meanwhile.get(0)).isInstanceOf(Reservation.InProgress.class);
        assertThat(meanwhile.get(1)).isInstanceOf(Reservation.Replay.class);
    }

    @Test
    void whoever_listens_to_a_transaction_whose_work_is_undone_is_told_of_a_rollback() {
        List<Integer> told = new ArrayList<>();
        GrantedRun run = granted(request);
        TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {
            @Override
            public void afterCompletion(int status) {
                told.add(status);
            }
        });

        run.complete(response("declined"), Work.UNDONE);

        assertThat(told).containsExactly(TransactionSynchronization.STATUS_ROLLED_BACK);
    }

    @Test
    void the_primary_key_has_the_last_word_over_an_answer_whose_work_is_undone_too() {
        GrantedRun run = granted(request);
        GrantedRun rival = ((Reservation.Granted) fixture.store().reserve(retry(request))).run();
        rival.complete(response("rival's"));

        assertThat(run.complete(response("declined"), Work.UNDONE)).isFalse();

        assertThat(fixture.store().find(request.id()).orElseThrow().response()).isEqualTo(response("rival's"));
        fixture.assertNothingIsOpen();
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
