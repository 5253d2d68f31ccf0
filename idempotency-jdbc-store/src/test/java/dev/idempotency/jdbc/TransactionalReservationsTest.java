package dev.idempotency.jdbc;

import static dev.idempotency.test.Requests.RETENTION;
import static dev.idempotency.test.Requests.request;
import static dev.idempotency.test.Requests.response;
import static dev.idempotency.test.Requests.retry;
import static dev.idempotency.test.Requests.reuse;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.idempotency.core.record.Lease;
import dev.idempotency.core.record.RecordedResponse;
import dev.idempotency.core.record.State;
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
        Lease lease = granted(request);
        fixture.work();
        assertThat(fixture.committedRows()).isZero();
        assertThat(fixture.store().find(request.id())).isEmpty();

        assertThat(reservations.complete(lease, response("done"))).isTrue();

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
        reservations.complete(granted.lease(), response("done"));

        Instant kept =
                fixture.store().find(request.id()).orElseThrow().lifetime().expiresAt();
        assertThat(kept).isEqualTo(granted.expiresAt());
        fixture.letTimePass(RETENTION);
        Lease again = granted(retry(request));
        fixture.work();
        assertThat(again.token()).isGreaterThan(granted.lease().token());
        assertThat(reservations.complete(again, response("new"))).isTrue();
        assertThat(fixture.committedRows()).isOne();
    }

    @Test
    void a_run_that_failed_leaves_nothing_and_the_next_one_runs() {
        reservations.fail(granted(request), "error");
        Lease unknown = granted(retry(request));
        fixture.work();
        reservations.markUnknown(unknown, "error");

        assertThat(fixture.committedRows()).isZero();
        assertThat(fixture.store().find(request.id())).isEmpty();
        reservations.fail(granted(retry(request)), "error");
        fixture.assertNothingIsOpen();
    }

    @Test
    void while_it_runs_another_request_is_told_so_at_once() {
        Lease lease = granted(request);

        assertThat(elsewhere(retry(request))).isInstanceOf(Reservation.InProgress.class);
        assertThat(elsewhere(reuse(request))).isInstanceOf(Reservation.InProgress.class);
        assertThat(elsewhere(request("other"))).isInstanceOf(Reservation.Granted.class);

        reservations.complete(lease, response("done"));
        assertThat(elsewhere(reuse(request))).isInstanceOf(Reservation.Reused.class);
    }

    @Test
    void a_replay_does_not_keep_another_from_its_answer() throws SQLException {
        reservations.complete(granted(request), response("done"));
        try (OtherSession replaying = new OtherSession(fixture.database())) {
            replaying.execute("SELECT pg_advisory_xact_lock(" + AdvisoryLock.numberOf(request.id()) + ")");

            assertThat(reservations.reserve(retry(request))).isInstanceOf(Reservation.Replay.class);
        }
    }

    @Test
    void a_refusal_after_a_rollback_is_stored_by_itself() {
        RecordedResponse refusal = RecordedResponse.of(409, List.of(), new byte[] {1});
        Lease lease = granted(request);
        fixture.work();
        fixture.markForRollback();

        assertThat(reservations.complete(lease, refusal)).isTrue();

        assertThat(fixture.committedRows()).isZero();
        assertThat(reservations.reserve(retry(request)))
                .isInstanceOfSatisfying(
                        Reservation.Replay.class,
                        replay -> assertThat(replay.response()).isEqualTo(refusal));
    }

    @Test
    void a_refusal_because_a_statement_failed_is_stored_by_itself() {
        RecordedResponse refusal = RecordedResponse.of(409, List.of(), new byte[] {1});
        Lease lease = granted(request);
        fixture.work();
        fixture.failAStatement();

        assertThat(reservations.complete(lease, refusal)).isTrue();

        assertThat(fixture.committedRows()).isZero();
        assertThat(reservations.reserve(retry(request))).isInstanceOf(Reservation.Replay.class);
        fixture.assertNothingIsOpen();
    }

    @Test
    void work_that_is_not_to_count_is_undone_and_its_answer_kept_whatever_that_is() {
        fixture.store().fail(((Reservation.Granted) fixture.store().reserve(request)).lease(), "error");
        Lease replacing = granted(retry(request));
        fixture.work();
        ReservationRequest other = request("other");

        assertThat(reservations.completeWithoutWork(replacing, response("declined")))
                .isTrue();
        Lease inserting = granted(other);
        fixture.work();
        assertThat(reservations.completeWithoutWork(inserting, response("declined")))
                .isTrue();

        assertThat(fixture.committedRows()).isZero();
        assertThat(reservations.reserve(retry(request))).isInstanceOf(Reservation.Replay.class);
        assertThat(reservations.reserve(retry(other))).isInstanceOf(Reservation.Replay.class);
        assertThat(reservations.completeWithoutWork(inserting, response("again")))
                .isFalse();
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
        Lease lease = ((Reservation.Granted) watched.reserve(request)).lease();

        assertThat(watched.completeWithoutWork(lease, response("declined"))).isTrue();

        assertThat(meanwhile).hasSize(2);
        assertThat(meanwhile.get(0)).isInstanceOf(Reservation.InProgress.class);
        assertThat(meanwhile.get(1)).isInstanceOf(Reservation.Replay.class);
    }

    @Test
    void whoever_listens_to_a_transaction_whose_work_is_undone_is_told_of_a_rollback() {
        List<Integer> told = new ArrayList<>();
        Lease lease = granted(request);
        TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {
            @Override
            public void afterCompletion(int status) {
                told.add(status);
            }
        });

        reservations.completeWithoutWork(lease, response("declined"));

        assertThat(told).containsExactly(TransactionSynchronization.STATUS_ROLLED_BACK);
    }

    @Test
    void the_primary_key_has_the_last_word_over_an_answer_whose_work_is_undone_too() {
        Lease lease = granted(request);
        Lease rival = ((Reservation.Granted) fixture.store().reserve(retry(request))).lease();
        fixture.store().complete(rival, response("rival's"));

        assertThat(reservations.completeWithoutWork(lease, response("declined")))
                .isFalse();

        assertThat(fixture.store().find(request.id()).orElseThrow().response()).isEqualTo(response("rival's"));
        fixture.assertNothingIsOpen();
    }

    @Test
    void the_primary_key_has_the_last_word_where_the_lock_was_not_respected() {
        Lease lease = granted(request);
        fixture.work();
        Lease rival = ((Reservation.Granted) fixture.store().reserve(retry(request))).lease();
        fixture.store().complete(rival, response("rival's"));

        assertThat(reservations.complete(lease, response("mine"))).isFalse();

        assertThat(fixture.committedRows()).isZero();
        assertThat(fixture.store().find(request.id()).orElseThrow().response()).isEqualTo(response("rival's"));
        fixture.assertNothingIsOpen();
    }

    @Test
    void a_former_record_that_somebody_else_took_over_is_left_to_them() {
        fixture.store().fail(((Reservation.Granted) fixture.store().reserve(request)).lease(), "error");
        Lease lease = granted(retry(request));
        fixture.work();
        Lease rival = ((Reservation.Granted) fixture.store().reserve(retry(request))).lease();

        assertThat(reservations.complete(lease, response("mine"))).isFalse();

        assertThat(fixture.store().find(request.id()).orElseThrow().isHeldBy(rival))
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
        Lease lease = granted(request);

        assertThatIllegalStateException().isThrownBy(() -> reservations.reserve(request("other")));

        reservations.fail(lease, "undone");
    }

    @Test
    void a_body_that_comes_after_the_commit_is_added_once_and_by_its_owner_only() {
        Lease lease = granted(request);
        reservations.complete(lease, RecordedResponse.withoutBody(404, List.of()));
        RecordedResponse page = RecordedResponse.of(404, List.of(), new byte[] {4});
        Lease forged = new Lease(lease.id(), lease.fingerprint(), lease.token() + 1, lease.owner(), lease.length());

        assertThat(reservations.supplement(forged, page)).isFalse();
        assertThat(reservations.reserve(retry(request))).isInstanceOf(Reservation.ResponseUnavailable.class);
        assertThat(reservations.supplement(lease, page)).isTrue();
        assertThat(reservations.supplement(lease, response("another"))).isFalse();

        assertThat(reservations.reserve(retry(request)))
                .isInstanceOfSatisfying(
                        Reservation.Replay.class,
                        replay -> assertThat(replay.response()).isEqualTo(page));
    }

    @Test
    void two_ends_of_one_run_are_one() {
        Lease lease = granted(request);
        reservations.complete(lease, response("done"));

        assertThat(reservations.complete(lease, response("again"))).isFalse();
        assertThat(reservations.fail(lease, "error")).isFalse();
    }

    private Lease granted(ReservationRequest asked) {
        return ((Reservation.Granted) reservations.reserve(asked)).lease();
    }

    /** On a thread, and so in a transaction, of its own; what is granted is undone. */
    private Reservation elsewhere(ReservationRequest asked) {
        return CompletableFuture.supplyAsync(() -> {
                    Reservation reservation = reservations.reserve(asked);
                    if (reservation instanceof Reservation.Granted granted) {
                        reservations.fail(granted.lease(), "undone");
                    }
                    return reservation;
                })
                .join();
    }
}
