package dev.idempotency.core.operator;

import dev.idempotency.core.atrest.StoredKeyMapper;
import dev.idempotency.core.record.RecordId;
import dev.idempotency.core.record.RecordSummary;
import dev.idempotency.core.record.RecordedAnswer;
import dev.idempotency.core.scope.Scope;
import dev.idempotency.core.store.DecisionLogEntry;
import dev.idempotency.core.store.IdempotencyStore;
import dev.idempotency.core.store.IdempotencyStore.Eviction;
import dev.idempotency.core.store.IdempotencyStore.Unresolved;
import dev.idempotency.core.store.OperatorDecision;
import dev.idempotency.core.store.Resolution;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What a webhook that learns of an outcome, and an operator, can do with records. Each decision names who decides and
 * why, and is kept. A decision is refused and changes nothing if it does not fit the record: the record is completed or
 * running, belongs to another caller, or is of another run.
 *
 * <p>A record is named by its caller and its key, either as the client sent the key or as it is listed here. The two
 * differ if keys are hashed.
 */
public final class IdempotencyOperations {

    private final IdempotencyStore store;
    private final Duration retention;
    private final StoredKeyMapper naming;

    /** @param retention for how long at least an answer decided by hand is kept from then on */
    public IdempotencyOperations(IdempotencyStore store, Duration retention) {
        this(store, retention, StoredKeyMapper.PLAIN);
    }

    /**
     * @param retention for how long at least an answer decided by hand is kept from then on
     * @param naming the same mapping that requests use
     */
    public IdempotencyOperations(IdempotencyStore store, Duration retention, StoredKeyMapper naming) {
        this.store = store;
        this.retention = retention;
        this.naming = naming;
    }

    public Optional<RecordSummary> find(RecordId id) {
        return names(id).map(store::find).flatMap(Optional::stream).findFirst().map(RecordSummary::of);
    }

    /** Unknown outcomes that the reconcilers still work on, ordered by scope and key. */
    public List<RecordSummary> unknown(Optional<RecordId> after, int limit) {
        return store.listUnknown(Unresolved.OPEN, after, limit);
    }

    /** Unknown outcomes that wait for an operator, ordered by scope and key. */
    public List<RecordSummary> deadLetters(Optional<RecordId> after, int limit) {
        return store.listUnknown(Unresolved.DEAD_LETTER, after, limit);
    }

    /**
     * The work was done: every retry gets this answer.
     *
     * @param run of {@link RecordSummary}: the run that the decision is about
     */
    public boolean resolveExecuted(RecordId id, long run, RecordedAnswer response, OperatorDecision decision) {
        return resolve(id, run, new Resolution.Completed(response, retention), decision);
    }

    /**
     * The work was certainly not done: the next retry runs.
     *
     * @param run of {@link RecordSummary}: the run that the decision is about
     */
    public boolean resolveNotExecuted(RecordId id, long run, OperatorDecision decision) {
        return resolve(id, run, new Resolution.NotExecuted(retention), decision);
    }

    /**
     * Lets the reconcilers begin again.
     *
     * @param run of {@link RecordSummary}: the run that the decision is about
     */
    public boolean requeue(RecordId id, long run, OperatorDecision decision) {
        return resolve(id, run, new Resolution.Requeued(), decision);
    }

    /** Forgets a settled record, so that the next request with its key runs. */
    public Eviction evict(RecordId id, OperatorDecision decision) {
        return names(id)
                .map(name -> store.evict(name, decision))
                .filter(eviction -> eviction != Eviction.ABSENT)
                .findFirst()
                .orElse(Eviction.ABSENT);
    }

    /** Forgets all settled records of a scope. Returns how many. */
    public int purge(Scope scope, OperatorDecision decision) {
        return store.evictAll(scope, decision);
    }

    /** What was decided by hand in a scope, newest first. */
    public List<DecisionLogEntry> decisions(Scope scope, int limit) {
        return store.decisions(scope, limit);
    }

    private boolean resolve(RecordId id, long run, Resolution resolution, OperatorDecision decision) {
        return names(id).anyMatch(name -> store.resolve(name, run, resolution, Optional.of(decision)));
    }

    /**
     * The first of the two names under which there is a record. The order does not matter: no two keys share a hash,
     * and no key equals the hash of another one.
     */
    private Stream<RecordId> names(RecordId id) {
        return Stream.of(naming.nameOf(id), id).distinct();
    }
}
