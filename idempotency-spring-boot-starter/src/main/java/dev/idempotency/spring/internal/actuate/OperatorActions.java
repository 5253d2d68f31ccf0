package dev.idempotency.spring.internal.actuate;

import dev.idempotency.core.action.Actions;
import dev.idempotency.core.key.IdempotencyKey;
import dev.idempotency.core.operator.IdempotencyOperations;
import dev.idempotency.core.record.RecordId;
import dev.idempotency.core.record.RecordedAnswer;
import dev.idempotency.core.scope.Scope;
import dev.idempotency.core.store.IdempotencyStore.Eviction;
import dev.idempotency.core.store.OperatorDecision;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;

/** Carries out what an operator asks for, and leaves an audit event in any case. */
final class OperatorActions {

    private static final int CONFLICT = 409;

    private final IdempotencyOperations operations;
    private final Actions done;
    private final AuditTrail trail;

    /** @param done what was done once and for all */
    OperatorActions(IdempotencyOperations operations, Actions done, AuditTrail trail) {
        this.operations = operations;
        this.done = done;
        this.trail = trail;
    }

    Result resolveExecuted(RecordId id, long run, RecordedAnswer answer, OperatorDecision decision) {
        return audited(
                "resolve",
                decision,
                id.scope(),
                id.key(),
                () -> decided(operations.resolveExecuted(id, run, answer, decision), "resolved_executed"));
    }

    Result resolveNotExecuted(RecordId id, long run, OperatorDecision decision) {
        return audited(
                "resolve",
                decision,
                id.scope(),
                id.key(),
                () -> decided(operations.resolveNotExecuted(id, run, decision), "resolved_not_executed"));
    }

    Result requeue(RecordId id, long run, OperatorDecision decision) {
        return audited(
                "requeue",
                decision,
                id.scope(),
                id.key(),
                () -> decided(operations.requeue(id, run, decision), "requeued"));
    }

    Result evict(RecordId id, OperatorDecision decision) {
        return audited("evict", decision, id.scope(), id.key(), () -> evicted(operations.evict(id, decision)));
    }

    Result purge(Scope scope, OperatorDecision decision) {
        return audited("purge", decision, scope, null, () -> new Result("purged", operations.purge(scope, decision)));
    }

    /** The name of the action is in the store's own list of decisions, not in the audit event. */
    Result forget(Scope scope, String name, OperatorDecision decision) {
        return audited("forget", decision, scope, null, () -> forgotten(done.forget(scope, name, decision)));
    }

    private static Result forgotten(boolean forgotten) {
        return forgotten
                ? new Result("forgotten")
                : new Result("absent", WebEndpointResponse.STATUS_NOT_FOUND, "No such action was done.");
    }

    private static Result decided(boolean changed, String outcome) {
        return changed
                ? new Result(outcome)
                : new Result(
                        "refused",
                        CONFLICT,
                        "The record is not unknown, or this is not its run. Look at it again before you decide.");
    }

    private static Result evicted(Eviction eviction) {
        return switch (eviction) {
            case EVICTED -> new Result("evicted");
            case ABSENT -> new Result("absent", WebEndpointResponse.STATUS_NOT_FOUND, "There is no such record.");
            case REFUSED ->
                new Result(
                        "refused",
                        CONFLICT,
                        "The record is running or its outcome is unknown: without the record, its work could run twice. Resolve it.");
        };
    }

    private Result audited(
            String action,
            OperatorDecision decision,
            Scope scope,
            @Nullable IdempotencyKey key,
            Supplier<Result> change) {
        String outcome = "failed";
        try {
            Result result = change.get();
            outcome = result.outcome();
            return result;
        } finally {
            trail.publish(action, decision, scope, key, outcome);
        }
    }

    /** @param refusal null if it was done */
    record Result(
            String outcome,
            int status,
            @Nullable String refusal,
            @Nullable Integer records) {

        Result(String outcome) {
            this(outcome, WebEndpointResponse.STATUS_OK, null, null);
        }

        Result(String outcome, int records) {
            this(outcome, WebEndpointResponse.STATUS_OK, null, records);
        }

        Result(String outcome, int status, String refusal) {
            this(outcome, status, refusal, null);
        }

        WebEndpointResponse<?> response() {
            return refusal == null
                    ? new WebEndpointResponse<>(new Views.Done(outcome, records), status)
                    : new WebEndpointResponse<>(new Views.Refusal(refusal), status);
        }
    }
}
