package dev.idempotency.spring.autoconfigure;

import dev.idempotency.core.action.Action;
import dev.idempotency.core.action.ActionEntry;
import dev.idempotency.core.action.ActionResult;
import dev.idempotency.core.action.Actions;
import dev.idempotency.core.action.DoneAction;
import dev.idempotency.core.scope.Scope;
import dev.idempotency.core.store.OperatorDecision;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import org.springframework.util.function.SingletonSupplier;

/**
 * What applications inject. It is put together when it is used first: one that uses no actions needs no transaction
 * manager.
 */
final class ActionsOnDemand implements Actions {

    private final Supplier<Actions> actions;

    ActionsOnDemand(Supplier<Actions> actions) {
        this.actions = SingletonSupplier.of(actions);
    }

    @Override
    public <T> ActionResult<T> once(Action action, Supplier<T> work, Function<? super T, String> reference) {
        return actions.get().once(action, work, reference);
    }

    @Override
    public <T> ActionResult<T> once(Action action, Supplier<T> work) {
        return actions.get().once(action, work);
    }

    @Override
    public ActionResult<ActionEntry> enter(Action action) {
        return actions.get().enter(action);
    }

    @Override
    public Optional<DoneAction> find(Scope scope, String name) {
        return actions.get().find(scope, name);
    }

    @Override
    public boolean forget(Scope scope, String name, OperatorDecision decision) {
        return actions.get().forget(scope, name, decision);
    }
}
