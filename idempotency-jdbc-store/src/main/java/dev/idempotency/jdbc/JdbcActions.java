package dev.idempotency.jdbc;

import dev.idempotency.core.action.Action;
import dev.idempotency.core.action.ActionEntry;
import dev.idempotency.core.action.ActionResult;
import dev.idempotency.core.action.Actions;
import dev.idempotency.core.action.DoneAction;
import dev.idempotency.core.scope.Scope;
import dev.idempotency.core.store.OperatorDecision;
import dev.idempotency.jdbc.internal.action.ActionTable;
import dev.idempotency.jdbc.internal.transaction.HandlerConnection;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import javax.sql.DataSource;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Keeps what was done in a table beside that of the records, on the connection of the transaction that does it. An action
 * costs one statement in one round trip, and another one for its reference; there is no commit of its own.
 */
public final class JdbcActions implements Actions {

    private final TransactionTemplate transaction;
    private final ActionTable table;

    /**
     * On the tables of these settings.
     *
     * @param transactions the transaction manager of the data source
     * @param dataSource the one that the manager has: the tables are there
     */
    public JdbcActions(PlatformTransactionManager transactions, DataSource dataSource, JdbcStoreSettings settings) {
        this.transaction = new TransactionTemplate(transactions);
        this.table = new ActionTable(
                new HandlerConnection(dataSource, settings.timeouts().statementTimeout()),
                settings.executor(dataSource),
                settings.fragments());
    }

    @Override
    public <T> ActionResult<T> once(Action action, Supplier<T> work, Function<? super T, String> reference) {
        return inTransaction(action, entry -> {
            T value = work.get();
            entry.refer(reference.apply(value));
            return value;
        });
    }

    @Override
    public <T> ActionResult<T> once(Action action, Supplier<T> work) {
        return inTransaction(action, entry -> work.get());
    }

    /** A transaction that is joined is marked for rollback if the work throws, so that the entry never outlives it. */
    private <T> ActionResult<T> inTransaction(Action action, Function<ActionEntry, T> work) {
        return Objects.requireNonNull(
                transaction.execute(status -> table.enter(action).match(new Doing<>(work))));
    }

    @Override
    public ActionResult<ActionEntry> enter(Action action) {
        if (!TransactionSynchronizationManager.isActualTransactionActive()) {
            throw new IllegalStateException("An action is entered in the transaction that does it, and none is open");
        }
        return table.enter(action);
    }

    /** Inside of a transaction on its connection: with another one of the same pool, a full pool would deadlock. */
    @Override
    public Optional<DoneAction> find(Scope scope, String name) {
        Action.requireName(name);
        return TransactionSynchronizationManager.isActualTransactionActive()
                ? table.findInTransaction(scope, name)
                : table.find(scope, name);
    }

    /** In a transaction of its own, whatever becomes of the caller's. */
    @Override
    public boolean forget(Scope scope, String name, OperatorDecision decision) {
        return table.forget(scope, Action.requireName(name), decision);
    }

    /** Does the work where the entry was made. */
    private record Doing<T>(Function<ActionEntry, T> work) implements ActionResult.Cases<ActionEntry, ActionResult<T>> {

        @Override
        public ActionResult<T> done(ActionResult.Done<ActionEntry> entered) {
            return new ActionResult.Done<>(work.apply(entered.value()));
        }

        @Override
        public ActionResult<T> alreadyDone(ActionResult.AlreadyDone<ActionEntry> alreadyDone) {
            return new ActionResult.AlreadyDone<>(alreadyDone.before());
        }

        @Override
        public ActionResult<T> conflicting(ActionResult.Conflicting<ActionEntry> conflicting) {
            return new ActionResult.Conflicting<>(conflicting.before());
        }

        @Override
        public ActionResult<T> inProgress(ActionResult.InProgress<ActionEntry> inProgress) {
            return new ActionResult.InProgress<>();
        }
    }
}
