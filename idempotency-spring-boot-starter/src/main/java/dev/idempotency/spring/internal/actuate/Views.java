package dev.idempotency.spring.internal.actuate;

import dev.idempotency.core.action.DoneAction;
import dev.idempotency.core.record.RecordSummary;
import dev.idempotency.core.record.State;
import dev.idempotency.core.store.DecisionLogEntry;
import dev.idempotency.core.store.RecordCensus.Count;
import dev.idempotency.spring.coverage.Coverage.Covered;
import dev.idempotency.spring.endpoint.ProtectedEndpoint;
import dev.idempotency.spring.internal.spikes.ScopeSpikes;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.OperationResponseBody;

/** What an operator is shown. Nothing here has room for a body. */
final class Views {

    private Views() {}

    private static String name(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }

    /** @param message what is wrong, or what was refused and why */
    record Refusal(String message) implements OperationResponseBody {}

    /** @param done what was done, in a word */
    record Done(String done, @Nullable Integer records) implements OperationResponseBody {}

    /**
     * @param estimated whether the numbers are extrapolated
     * @param countedAt they are counted anew only if they are older than a few seconds
     */
    record Records(Map<String, Long> byState, long deadLetters, boolean estimated, Instant countedAt) {

        static Records of(Count count, Instant at) {
            Map<String, Long> byState = new TreeMap<>();
            for (Map.Entry<State, Long> counted : count.byState().entrySet()) {
                byState.put(name(counted.getKey()), counted.getValue());
            }
            return new Records(byState, count.deadLetters(), count.estimated(), at);
        }
    }

    /** @param idempotent how many mappings that change state are, and how many are neither that nor allowed to be without */
    record CoverageSummary(long idempotent, long missing) {

        static CoverageSummary of(List<Covered> all) {
            long given = all.stream()
                    .filter(covered -> covered.mapping().protection().isGiven())
                    .count();
            return new CoverageSummary(
                    given, all.stream().filter(Covered::isMissing).count());
        }
    }

    record Overview(@Nullable Records records, @Nullable CoverageSummary coverage) implements OperationResponseBody {}

    /** @param window about how far back this node has counted */
    record Scopes(String window, List<ScopeSpikes.Spike> replays, List<ScopeSpikes.Spike> mismatches)
            implements OperationResponseBody {

        static Scopes of(ScopeSpikes.Top top) {
            return new Scopes(top.window().toString(), top.replays(), top.mismatches());
        }
    }

    record RouteView(
            String method,
            String pattern,
            String handler,
            boolean idempotent,
            String reason,
            @Nullable String mode,
            @Nullable Boolean keyRequired) {

        static RouteView of(Covered covered) {
            ProtectedEndpoint endpoint = covered.mapping().endpoint();
            return new RouteView(
                    covered.mapping().method(),
                    covered.mapping().pattern(),
                    covered.mapping().handler(),
                    covered.mapping().protection().isGiven(),
                    covered.reason(),
                    endpoint == null ? null : name(endpoint.mode()),
                    endpoint == null ? null : endpoint.required());
        }
    }

    record Mappings(List<RouteView> mappings) implements OperationResponseBody {}

    /**
     * @param readable whether this version can read all of it; if not, this node does not reconcile it, and an
     * operator may decide
     */
    record RecordView(
            String scope,
            String key,
            String operation,
            String state,
            long run,
            @Nullable Integer status,
            @Nullable String error,
            int attempts,
            @Nullable Instant nextAttempt,
            Instant leaseUntil,
            Instant createdAt,
            @Nullable Instant finishedAt,
            Instant expiresAt,
            boolean readable)
            implements OperationResponseBody {

        static RecordView of(RecordSummary facts) {
            return new RecordView(
                    facts.id().scope().value(),
                    facts.id().key().value(),
                    facts.operation(),
                    name(facts.state()),
                    facts.run(),
                    facts.code(),
                    facts.error(),
                    facts.attempts(),
                    facts.nextAttempt(),
                    facts.leaseUntil(),
                    facts.createdAt(),
                    facts.finishedAt(),
                    facts.expiresAt(),
                    facts.readable());
        }
    }

    /** @param next what to ask for to see more; null at the end */
    record Page(List<RecordView> records, @Nullable Next next) implements OperationResponseBody {

        static Page of(List<RecordSummary> found, int limit) {
            List<RecordView> facts = found.stream().map(RecordView::of).toList();
            RecordView last = facts.size() < limit ? null : facts.get(limit - 1);
            return new Page(facts, last == null ? null : new Next(last.scope(), last.key()));
        }
    }

    record Next(String afterScope, String afterKey) {}

    record DecisionView(
            @Nullable String keyHash, @Nullable String subject, String action, String by, String why, Instant at) {

        static DecisionView of(DecisionLogEntry decided) {
            return new DecisionView(
                    decided.keyHash(),
                    decided.subject(),
                    name(decided.action()),
                    decided.decision().by(),
                    decided.decision().why(),
                    decided.at());
        }
    }

    record ActionView(
            String name,
            @Nullable String reference,
            @Nullable String keyHash,
            Instant doneAt) implements OperationResponseBody {

        static ActionView of(String name, DoneAction done) {
            return new ActionView(
                    name, done.reference().orElse(null), done.byKeyHash().orElse(null), done.doneAt());
        }
    }

    record Decisions(List<DecisionView> decisions) implements OperationResponseBody {}
}
