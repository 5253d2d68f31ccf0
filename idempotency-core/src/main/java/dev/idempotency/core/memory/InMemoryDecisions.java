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

/** The last decisions made by hand, newest first. */
final class InMemoryDecisions {

    private final Deque<OfScope> decisions = new ArrayDeque<>();
    private final int capacity;

    InMemoryDecisions(int capacity) {
        this.capacity = capacity;
    }

    void add(RecordId id, DecisionLogEntry.Action action, OperatorDecision decision, Instant now) {
        add(id.scope(), new DecisionLogEntry(Sha256.shortHex(id.key().value()), null, action, decision, now));
    }

    void add(Scope scope, OperatorDecision decision, Instant now) {
        add(scope, new DecisionLogEntry(null, null, DecisionLogEntry.Action.PURGED, decision, now));
    }

    /** An action was forgotten. */
    void addForgotten(Scope scope, String name, OperatorDecision decision, Instant now) {
        add(scope, new DecisionLogEntry(null, name, DecisionLogEntry.Action.FORGOTTEN, decision, now));
    }

    private synchronized void add(Scope scope, DecisionLogEntry entry) {
        if (decisions.size() == capacity) {
            decisions.removeLast();
        }
        decisions.addFirst(new OfScope(scope, entry));
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
