package dev.idempotency.jdbc;

import static dev.idempotency.test.Requests.request;
import static dev.idempotency.test.Requests.response;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.idempotency.core.action.Action;
import dev.idempotency.core.action.ActionEntry;
import dev.idempotency.core.action.ActionResult;
import dev.idempotency.core.action.ActionResult.AlreadyDone;
import dev.idempotency.core.action.ActionResult.Done;
import dev.idempotency.core.action.ActionResult.InProgress;
import dev.idempotency.core.action.Actions;
import dev.idempotency.core.scope.Scope;
import dev.idempotency.core.store.GrantedRun;
import dev.idempotency.core.store.Reservation;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.dao.CannotAcquireLockException;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.UnexpectedRollbackException;
import org.springframework.transaction.support.TransactionTemplate;

/** What was done lives and dies with the transaction that does it. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ActionsInTransactionsTest {

    private static final Scope TENANT = Scope.of("tenant");
    private static final Action REFUND = Action.of(TENANT, "refund:1", "1000");

    private final TransactionalFixture application = new TransactionalFixture();
    private final JdbcTransactionManager manager = new JdbcTransactionManager(application.dataSource());
    private final Actions actions = actions(manager);
    private final TransactionTemplate transaction = new TransactionTemplate(manager);

    @BeforeEach
    void business() {
        application.createBusinessTable();
    }

    @AfterEach
    void close() {
        try {
            application.assertNothingIsOpen();
        } finally {
            application.close();
        }
    }

    @Test
    void a_deferred_constraint_that_fails_at_the_commit_undoes_it() {
        assertThatThrownBy(() -> transaction.execute(status -> actions.once(REFUND, () -> {
                    application.workThatFailsAtCommit();
                    return "R-1";
                })))
                .isInstanceOf(DataIntegrityViolationException.class);

        assertThat(actions.find(TENANT, REFUND.name())).isEmpty();
        assertThat(actions.once(REFUND, this::work)).isInstanceOf(Done.class);
        assertThat(application.committedRows()).isOne();
    }

    @Test
    void it_is_undone_with_the_transaction_that_it_joined() {
        transaction.executeWithoutResult(status -> {
            assertThat(actions.once(REFUND, this::work)).isInstanceOf(Done.class);
            assertThat(actions.find(TENANT, REFUND.name())).isPresent();
            status.setRollbackOnly();
        });

        assertThat(actions.find(TENANT, REFUND.name())).isEmpty();
        assertThat(application.committedRows()).isZero();
    }

    @Test
    void a_caller_who_swallows_the_exception_of_the_work_cannot_commit_the_entry() {
        assertThatThrownBy(() ->
                        transaction.executeWithoutResult(status -> assertThatThrownBy(() -> actions.once(REFUND, () -> {
                                    throw new IllegalStateException("refused");
                                }))
                                .hasMessage("refused")))
                .isInstanceOf(UnexpectedRollbackException.class);

        assertThat(actions.find(TENANT, REFUND.name())).isEmpty();
    }

    @Test
    void work_that_asks_for_its_own_action_again_does_not_do_it_twice() {
        ActionResult<ActionResult<Integer>> result = actions.once(REFUND, () -> actions.once(REFUND, this::work));

        assertThat(result)
                .isInstanceOfSatisfying(
                        Done.class, done -> assertThat(done.value()).isInstanceOf(AlreadyDone.class));
        assertThat(application.committedRows()).isZero();
    }

    @Test
    void an_entry_that_is_withdrawn_is_none() {
        transaction.executeWithoutResult(
                status -> entered(actions.enter(REFUND)).withdraw());

        assertThat(actions.once(REFUND, this::work)).isInstanceOf(Done.class);
    }

    @Test
    void an_entry_needs_a_transaction() {
        assertThatThrownBy(() -> actions.enter(REFUND)).isInstanceOf(IllegalStateException.class);

        assertThat(actions.find(TENANT, REFUND.name())).isEmpty();
    }

    /** The snapshot is older than the entry, which no statement of this transaction sees. */
    @Test
    void a_transaction_that_cannot_see_that_it_was_done_is_ended_before_it_does_it_again() {
        TransactionTemplate strict = new TransactionTemplate(manager);
        strict.setIsolationLevel(TransactionDefinition.ISOLATION_REPEATABLE_READ);

        assertThatThrownBy(() -> strict.executeWithoutResult(status -> {
                    new JdbcTemplate(application.dataSource()).queryForObject("SELECT 1", Integer.class);
                    onAnotherThread(() -> actions.once(REFUND, this::work));
                    actions.once(REFUND, this::work);
                }))
                .isInstanceOf(CannotAcquireLockException.class);

        assertThat(application.committedRows()).isOne();
        assertThat(actions.once(REFUND, this::work)).isInstanceOf(AlreadyDone.class);
    }

    @Test
    void another_transaction_is_not_waited_for() {
        transaction.executeWithoutResult(status -> {
            assertThat(actions.once(REFUND, this::work)).isInstanceOf(Done.class);
            onAnotherThread(() -> assertThat(actions.once(REFUND, this::work)).isInstanceOf(InProgress.class));
        });

        assertThat(application.committedRows()).isOne();
    }

    @Test
    void the_lock_is_free_again_when_the_transaction_was_rolled_back() {
        transaction.executeWithoutResult(status -> {
            actions.once(REFUND, this::work);
            status.setRollbackOnly();
        });

        assertThat(actions.once(REFUND, this::work)).isInstanceOf(Done.class);
    }

    @Test
    void a_run_that_is_rolled_back_has_not_done_it_and_one_that_commits_has() {
        TransactionalReservations reservations = application.reservations();
        GrantedRun failed = granted(reservations.reserve(request("first")));
        actions.once(REFUND, this::work);
        failed.fail("undone");
        assertThat(actions.find(TENANT, REFUND.name())).isEmpty();

        GrantedRun done = granted(reservations.reserve(request("first")));
        assertThat(actions.once(REFUND, this::work)).isInstanceOf(Done.class);
        assertThat(done.complete(response("refunded"))).isTrue();

        assertThat(actions.once(REFUND, this::work)).isInstanceOf(AlreadyDone.class);
        assertThat(application.committedRows()).isOne();
    }

    private Actions actions(JdbcTransactionManager transactions) {
        return new JdbcActions(transactions, application.dataSource(), JdbcStoreSettings.defaults());
    }

    private int work() {
        application.work();
        return 1;
    }

    private static ActionEntry entered(ActionResult<ActionEntry> result) {
        return ((Done<ActionEntry>) result).value();
    }

    private static GrantedRun granted(Reservation reservation) {
        return ((Reservation.Granted) reservation).run();
    }

    private static void onAnotherThread(Runnable work) {
        Throwable[] failure = new Throwable[1];
        Thread thread = new Thread(work);
        thread.setUncaughtExceptionHandler((same, thrown) -> failure[0] = thrown);
        thread.start();
        try {
            thread.join();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
        if (failure[0] != null) {
            throw new AssertionError(failure[0]);
        }
    }
}
