package dev.idempotency.chaos.check;

import dev.idempotency.chaos.history.Event.Fault;
import dev.idempotency.chaos.history.FaultKind;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * How much a run has shown.
 *
 * @param duplicated keys that were on their way to two nodes at the same moment
 * @param acknowledged keys that got an answer for good
 */
public record Figures(
        int keys,
        int requests,
        int tenants,
        int duplicated,
        int acknowledged,
        int effects,
        Map<FaultKind, Long> faults) {

    static Figures of(Evidence evidence) {
        List<Story> stories = evidence.stories();
        return new Figures(
                stories.size(),
                (int) evidence.exchanges().count(),
                (int) stories.stream()
                        .map(story -> story.key().tenant())
                        .distinct()
                        .count(),
                (int) stories.stream().filter(Figures::isDuplicated).count(),
                (int) stories.stream()
                        .filter(story -> story.exchanges().stream().anyMatch(Exchange::isDefinitive))
                        .count(),
                stories.stream().mapToInt(story -> story.effects().size()).sum(),
                evidence.all(Fault.class)
                        .collect(Collectors.groupingBy(
                                Fault::kind, () -> new EnumMap<>(FaultKind.class), Collectors.counting())));
    }

    public long allFaults() {
        return faults.values().stream().mapToLong(Long::longValue).sum();
    }

    private static boolean isDuplicated(Story story) {
        List<Exchange> exchanges = story.exchanges();
        return IntStream.range(1, exchanges.size())
                .anyMatch(later -> exchanges.subList(0, later).stream()
                        .anyMatch(earlier -> earlier.overlaps(exchanges.get(later))
                                && earlier.sent().node()
                                        != exchanges.get(later).sent().node()));
    }
}
