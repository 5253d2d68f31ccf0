package dev.idempotency.core.memory;

import dev.idempotency.core.internal.digest.Sha256;
import dev.idempotency.core.record.RecordId;
import dev.idempotency.core.scope.Scope;
import dev.idempotency.core.store.DecisionLogEntry;
import dev.idempotency.core.store.OperatorDecision;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The last decisions made by hand, newest first. */
final class InMemoryDecisions {

    private final Deque<OfScope> decisions = new ArrayDeque<>();
    private final int capacity;

    InMemoryDecisions(int capacity) {
        this.capacity = capacity;
    }

    void add(RecordId id, DecisionLogEntry.Action action, OperatorDecision decision, Instant now) {
        add(id.scope(), Sha256.shortHex(id.key().value()), action, decision, now);
    }

    void add(Scope scope, OperatorDecision decision, Instant now) {
        add(scope, null, DecisionLogEntry.Action.PURGED, decision, now);
    }

    private synchronized void add(
            Scope scope,
            @Nullable String keyHash,
            DecisionLogEntry.Action action,
            OperatorDecision decision,
            Instant now) {
        if (decisions.size() == capacity) {
            decisions.removeLast();
        }
        decisions.addFirst(new OfScope(scope, new DecisionLogEntry(keyHash, action, decision, now)));
    }

    synchronized List<DecisionLogEntry> of(Scope scope, int limit) {
        return decisions.stream()
                .filter(one -> one.scope().equals(scope))
                .map(OfScope::decided)
                .limit(limit)
                .toList();
    }

    private record OfScope(Scope scope, DecisionLogEntry decided) {}
}
