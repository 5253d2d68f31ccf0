package dev.idempotency.chaos.check;

import dev.idempotency.chaos.history.Event.Answered;
import dev.idempotency.chaos.history.Event.Leftover;
import dev.idempotency.chaos.history.Phase;
import dev.idempotency.chaos.history.RecordState;
import java.time.Duration;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** What must be true once the faults are over. */
final class HealRules {

    private HealRules() {}

    /** The last answer of a key is one for good, or the key is unknown and listed as such. */
    static Stream<String> noStuckKey(Evidence evidence, Story story) {
        Optional<Duration> begin = evidence.beginOf(Phase.FINAL);
        return story.exchanges().stream()
                .filter(exchange -> begin.isPresent() && exchange.sent().at().compareTo(begin.get()) >= 0)
                .reduce((earlier, later) -> later)
                .filter(last -> !last.isDefinitive() && !isListed(story, last))
                .map(last -> last + ": still no answer for good, long after the last fault")
                .stream();
    }

    private static boolean isListed(Story story, Exchange last) {
        return story.state() == RecordState.UNKNOWN
                && last.answer()
                        .map(Answered::code)
                        .filter("idempotency_outcome_unknown"::equals)
                        .isPresent();
    }

    static Stream<String> nothingLeftOver(Evidence evidence) {
        return evidence.all(Leftover.class).map(left -> "Node %d: %s".formatted(left.node(), left.what()));
    }

    static Stream<String> everyNodeWorks(Evidence evidence) {
        Optional<Duration> begin = evidence.beginOf(Phase.FINAL);
        return IntStream.rangeClosed(1, evidence.run().nodes())
                .filter(node -> evidence.exchanges()
                        .filter(exchange -> exchange.sent().node() == node && exchange.isSuccess())
                        .noneMatch(exchange ->
                                begin.isPresent() && exchange.sent().at().compareTo(begin.get()) >= 0))
                .mapToObj(node -> "Node %d: no success after the faults".formatted(node));
    }
}
