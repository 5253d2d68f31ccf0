package dev.idempotency.spring.internal.actuate;

import dev.idempotency.core.operator.IdempotencyOperations;
import dev.idempotency.core.store.RecordCensus;
import dev.idempotency.spring.coverage.Coverage;
import dev.idempotency.spring.internal.spikes.ScopeSpikes;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Looks things up for an operator. Counts are kept for a few seconds, so that a page that reloads does not count again. */
final class OperatorViews {

    private static final Duration COUNTS_ARE_GOOD_FOR = Duration.ofSeconds(10);

    private final IdempotencyOperations operations;
    private final @Nullable RecordCensus census;
    private final @Nullable Coverage coverage;
    private final ScopeSpikes spikes;
    private final Clock clock;
    private volatile Views.@Nullable Records counted;

    OperatorViews(
            IdempotencyOperations operations,
            @Nullable RecordCensus census,
            @Nullable Coverage coverage,
            ScopeSpikes spikes,
            Clock clock) {
        this.operations = operations;
        this.census = census;
        this.coverage = coverage;
        this.spikes = spikes;
        this.clock = clock;
    }

    Views.Overview overview() {
        return new Views.Overview(records(), coverage == null ? null : Views.CoverageSummary.of(coverage.all()));
    }

    private Views.@Nullable Records records() {
        Views.Records before = counted;
        Instant now = clock.instant();
        boolean fresh = before != null && now.isBefore(before.countedAt().plus(COUNTS_ARE_GOOD_FOR));
        if (census == null || fresh) {
            return before;
        }
        Views.Records anew = Views.Records.of(census.count(), now);
        counted = anew;
        return anew;
    }

    Views.Mappings mappings() {
        return new Views.Mappings(
                coverage == null
                        ? List.of()
                        : coverage.all().stream().map(Views.RouteView::of).toList());
    }

    /** The callers with the most replays and mismatches of the last minutes. */
    Views.Scopes scopes(@Nullable String limit) {
        return Views.Scopes.of(spikes.top(OperatorParameters.limit(limit)));
    }

    Optional<Views.RecordView> record(@Nullable String scope, @Nullable String key) {
        return operations.find(OperatorParameters.record(scope, key)).map(Views.RecordView::of);
    }

    Views.Page unknown(@Nullable String afterScope, @Nullable String afterKey, @Nullable String limit) {
        int most = OperatorParameters.limit(limit);
        return Views.Page.of(operations.unknown(OperatorParameters.after(afterScope, afterKey), most), most);
    }

    Views.Page deadLetters(@Nullable String afterScope, @Nullable String afterKey, @Nullable String limit) {
        int most = OperatorParameters.limit(limit);
        return Views.Page.of(operations.deadLetters(OperatorParameters.after(afterScope, afterKey), most), most);
    }

    Views.Decisions decisions(@Nullable String scope, @Nullable String limit) {
        return new Views.Decisions(
                operations.decisions(OperatorParameters.scope(scope), OperatorParameters.limit(limit)).stream()
                        .map(Views.DecisionView::of)
                        .toList());
    }
}
