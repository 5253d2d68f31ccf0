package dev.idempotency.jdbc;

import static dev.idempotency.test.Requests.request;
import static dev.idempotency.test.Requests.response;
import static dev.idempotency.test.Requests.retry;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.idempotency.core.store.GrantedRun;
import dev.idempotency.core.store.Reservation;
import dev.idempotency.core.store.ReservationRequest;
import dev.idempotency.core.store.StoreException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.transaction.UnexpectedRollbackException;

/** Transactions that are not committed, or of which nobody knows. */
class TransactionalFaultsTest {

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
    void a_success_after_a_rollback_is_an_error_and_nothing_is_kept() {
        GrantedRun run = granted(request);
        fixture.work();
        fixture.markForRollback();

        assertThatThrownBy(() -> run.complete(response("done"))).isInstanceOf(UnexpectedRollbackException.class);

        assertNothingIsKept();
    }

    @Test
    void a_failed_statement_that_the_work_swallowed_is_an_error_and_nothing_is_kept() {
        GrantedRun run = granted(request);
        fixture.work();
        fixture.failAStatement();

        assertThatThrownBy(() -> run.complete(response("done"))).isInstanceOf(UnexpectedRollbackException.class);

        assertNothingIsKept();
    }

    @Test
    void a_deferred_constraint_that_fails_at_commit_is_thrown_on_and_nothing_is_kept() {
        GrantedRun run = granted(request);
        fixture.workThatFailsAtCommit();

        assertThatThrownBy(() -> run.complete(response("done"))).isInstanceOf(DataIntegrityViolationException.class);

        assertNothingIsKept();
    }

    @Test
    void a_commit_whose_answer_is_lost_is_neither_success_nor_an_application_error() {
        GrantedRun run = granted(request);
        fixture.work();
        fixture.loseTheAnswerToTheCommit();

        assertThatThrownBy(() -> run.complete(response("done"))).isInstanceOf(StoreException.NotCommitted.class);

        assertThat(fixture.committedRows()).isOne();
        assertThat(fixture.store().reserve(retry(request))).isInstanceOf(Reservation.Replay.class);
    }

    @Test
    void a_commit_that_never_arrives_leaves_nothing() {
        GrantedRun run = granted(request);
        fixture.work();
        fixture.loseTheCommit();

        assertThatThrownBy(() -> run.complete(response("done"))).isInstanceOf(StoreException.NotCommitted.class);

        assertThat(fixture.committedRows()).isZero();
        assertThat(fixture.store().find(request.id())).isEmpty();
    }

    @Test
    void a_connection_that_is_lost_before_the_record_leaves_nothing() {
        GrantedRun run = granted(request);
        fixture.work();
        fixture.cut();

        assertThatThrownBy(() -> run.complete(response("done"))).isInstanceOf(StoreException.NotCommitted.class);

        assertNothingIsKept();
    }

    @Test
    void an_unreachable_database_runs_nothing() {
        fixture.refuse();

        assertThatThrownBy(() -> reservations.reserve(request)).isInstanceOf(StoreException.NotApplied.class);
    }

    private void assertNothingIsKept() {
        assertThat(fixture.committedRows()).isZero();
        assertThat(fixture.store().find(request.id())).isEmpty();
        fixture.assertNothingIsOpen();
        granted(retry(request)).fail("error");
    }

    private GrantedRun granted(ReservationRequest asked) {
        GrantedRun run = ((Reservation.Granted) reservations.reserve(asked)).run();
        arrange();
        return run;
    }

    /** What else is in the transaction. */
    void arrange() {}
}
