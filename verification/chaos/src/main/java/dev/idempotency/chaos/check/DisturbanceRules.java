package dev.idempotency.chaos.check;

import dev.idempotency.chaos.history.EndpointKind;
import dev.idempotency.chaos.history.Event.Change;
import dev.idempotency.chaos.history.Event.Effect;
import dev.idempotency.chaos.history.FaultKind;
import dev.idempotency.chaos.history.RecordState;
import java.time.Duration;
import java.util.stream.Stream;

/** What clients that leave, and a standby that stalls or takes over, have no part in: how the work ended, and whether it may begin. */
final class DisturbanceRules {

    private DisturbanceRules() {}

    /**
     * Once the work of a run is done, the record of this run does not say that nothing was done: its client may have left, yet that is no
     * outcome. In a transaction the two are one; where lost runs are taken over, the work may be another run's.
     */
    static Stream<String> doneIsNeverRetryable(Story story) {
        if (story.endpoint().isTransactional() || story.endpoint() == EndpointKind.TAKE_OVER) {
            return Stream.empty();
        }
        return story.changesTo(RecordState.FAILED_RETRYABLE)
                .filter(change -> change.from() == RecordState.IN_PROGRESS)
                .filter(change -> story.effects().stream().anyMatch(effect -> isOfRun(story, change, effect)))
                .map(change -> "Token %d was told to run again after its work was done".formatted(change.token()));
    }

    private static boolean isOfRun(Story story, Change end, Effect effect) {
        Duration begin = story.grant(end.token()).map(Change::at).orElse(Duration.ZERO);
        return effect.at().compareTo(begin) >= 0 && effect.at().compareTo(end.at()) <= 0;
    }

    /** Work outside of the database begins after its reservation, which outlives every failover. */
    static Stream<String> nothingRunsUnreserved(Story story) {
        if (story.endpoint().isTransactional()) {
            return Stream.empty();
        }
        return story.effects().stream()
                .filter(effect -> story.changesTo(RecordState.IN_PROGRESS)
                        .noneMatch(grant -> grant.at().compareTo(effect.at()) <= 0))
                .map(effect -> "Run %s did its work under a reservation that is not there".formatted(effect.run()));
    }

    static Stream<String> halfOfRequestNeverRuns(Story story) {
        return story.exchanges().stream()
                .filter(exchange -> exchange.departure() == FaultKind.LEFT_WHILE_SENDING)
                .filter(exchange -> story.effectsBy(exchange).findAny().isPresent())
                .map(exchange -> exchange + ": half of a request was done");
    }
}
