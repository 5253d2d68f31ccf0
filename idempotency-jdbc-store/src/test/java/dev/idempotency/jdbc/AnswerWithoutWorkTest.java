package dev.idempotency.jdbc;

import static dev.idempotency.test.Requests.request;
import static dev.idempotency.test.Requests.response;
import static dev.idempotency.test.Requests.retry;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.idempotency.core.record.RecordedAnswer;
import dev.idempotency.core.store.GrantedRun;
import dev.idempotency.core.store.GrantedRun.Work;
import dev.idempotency.core.store.Reservation;
import dev.idempotency.core.store.ReservationRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.transaction.UnexpectedRollbackException;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/** Answers that stand, or do not stand, without the work of their transaction. */
class AnswerWithoutWorkTest {

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
