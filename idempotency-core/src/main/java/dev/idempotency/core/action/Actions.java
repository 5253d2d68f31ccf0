package dev.idempotency.core.action;

import dev.idempotency.core.scope.Scope;
import dev.idempotency.core.store.OperatorDecision;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Does actions once and for all. What was done is kept for ever: it outlives the keys, their records and whatever removes
 * those. Only the decision of an operator makes an action forgotten.
 *
 * <p>The entry of an action is part of the transaction that does it, so that it is kept exactly if the work is.
 *
 * <pre>{@code
 * ActionResult<Refund> result = actions.once(
 *         Action.of(tenant, "refund:" + order.id(), amount.toString()), () -> refunds.make(order, amount), Refund::number);
 * }</pre>
 *
 * <p>Every method may throw {@link dev.idempotency.core.store.StoreException}.
 */
public interface Actions {

    /**
     * Does the work, unless it was done before or another transaction is doing it. Joins the open transaction, or opens one
     * around the work. If the work throws, that transaction is rolled back.
     *
     * @param reference what the application calls the effect
     */
    <T> ActionResult<T> once(Action action, Supplier<T> work, Function<? super T, String> reference);

    /** The same, for an effect that has no name. */
    <T> ActionResult<T> once(Action action, Supplier<T> work);

    /**
     * Enters the action as done, in the open transaction, for a caller who then does it there. The caller must roll back, or
     * {@linkplain ActionEntry#withdraw withdraw} the entry, if it is not done after all.
     *
     * @throws IllegalStateException if no transaction is open
     */
    ActionResult<ActionEntry> enter(Action action);

    /** The action of this name, if it was done. */
    Optional<DoneAction> find(Scope scope, String name);

    /**
     * Forgets that the action was done, so that it can be done again, and keeps the decision.
     *
     * @return false if it was not done
     */
    boolean forget(Scope scope, String name, OperatorDecision decision);
}
