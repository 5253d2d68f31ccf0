package dev.idempotency.core.memory;

import dev.idempotency.core.action.Action;
import dev.idempotency.core.action.ActionEntry;
import dev.idempotency.core.action.ActionResult;
import dev.idempotency.core.action.Actions;
import dev.idempotency.core.action.DoneAction;
import dev.idempotency.core.scope.Scope;
import dev.idempotency.core.store.OperatorDecision;
import java.time.Clock;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Keeps in the memory of one process what was done, for tests. An entry follows the transaction of its caller if there is
 * one; without one it counts when the work has returned, or at once where there is no work.
 */
final class InMemoryActions implements Actions {

    private final ConcurrentMap<Name, Entry> entries = new ConcurrentHashMap<>();
    private final InMemoryDecisions decisions;
    private final TransactionEnd transactions;
    private final Clock clock;

    InMemoryActions(InMemoryDecisions decisions, TransactionEnd transactions, Clock clock) {
        this.decisions = decisions;
        this.transactions = transactions;
        this.clock = clock;
    }

    @Override
    public <T> ActionResult<T> once(Action action, Supplier<T> work, Function<? super T, String> reference) {
        return once(action, (entry, value) -> entry.refer(reference.apply(value)), work);
    }

    @Override
    public <T> ActionResult<T> once(Action action, Supplier<T> work) {
        return once(action, (entry, value) -> {}, work);
    }

    private <T> ActionResult<T> once(Action action, Reference<T> reference, Supplier<T> work) {
        Entry mine = new Entry(action, clock.instant());
        Entry before = entries.putIfAbsent(mine.name, mine);
        if (before != null) {
            return told(before, action);
        }
        boolean followed = false;
        try {
            followed = transactions.listen(mine::ended);
            T value = work.get();
            reference.set(mine, value);
            if (!followed) {
                mine.ended(true);
            }
            return new ActionResult.Done<>(value);
        } catch (RuntimeException | Error failure) {
            mine.withdraw();
            throw failure;
        }
    }

    @Override
    public ActionResult<ActionEntry> enter(Action action) {
        Entry mine = new Entry(action, clock.instant());
        Entry before = entries.putIfAbsent(mine.name, mine);
        if (before != null) {
            return told(before, action);
        }
        if (!transactions.listen(mine::ended)) {
            mine.ended(true);
        }
        return new ActionResult.Done<>(mine);
    }

    private static <T> ActionResult<T> told(Entry before, Action asked) {
        return before.committed ? ActionResult.of(before.done(), asked) : new ActionResult.InProgress<>();
    }

    @Override
    public Optional<DoneAction> find(Scope scope, String name) {
        return Optional.ofNullable(entries.get(new Name(scope, name)))
                .filter(entry -> entry.committed)
                .map(Entry::done);
    }

    @Override
    public boolean forget(Scope scope, String name, OperatorDecision decision) {
        Entry entry = entries.get(new Name(scope, name));
        if (entry == null || !entry.committed || !entries.remove(entry.name, entry)) {
            return false;
        }
        decisions.addForgotten(scope, name, decision, clock.instant());
        return true;
    }

    private record Name(Scope scope, String name) {}

    private interface Reference<T> {
        void set(Entry entry, T value);
    }

    /** What one caller has entered. Two entries are never equal. */
    private final class Entry implements ActionEntry {

        private final Name name;
        private final Action action;
        private final Instant at;
        private volatile @Nullable String reference;
        private volatile boolean committed;

        Entry(Action action, Instant at) {
            this.name = new Name(action.scope(), action.name());
            this.action = action;
            this.at = at;
        }

        DoneAction done() {
            return new DoneAction(
                    action.content(), Optional.ofNullable(reference), at, Optional.ofNullable(action.keyHash()));
        }

        void ended(boolean isCommitted) {
            if (isCommitted) {
                committed = true;
            } else {
                withdraw();
            }
        }

        @Override
        public void refer(String to) {
            reference = DoneAction.requireReference(to);
        }

        @Override
        public void withdraw() {
            entries.remove(name, this);
        }
    }
}
