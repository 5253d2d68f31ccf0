package dev.idempotency.chaos.check;

import dev.idempotency.chaos.history.EndpointKind;
import dev.idempotency.chaos.history.Event.Fault;
import dev.idempotency.chaos.history.Event.Left;
import dev.idempotency.chaos.history.FaultKind;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * How much a run has shown.
 *
 * @param duplicated keys that were on their way to two nodes at the same moment
 * @param lasting keys whose record lasts as long as the run, so that a client that asks often enough gets its answer
 * @param acknowledged those of them that got an answer for good
 */
public record Figures(
        int keys,
        int requests,
        int tenants,
        int duplicated,
        int lasting,
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
                (int) stories.stream().filter(Figures::lasts).count(),
                (int) stories.stream()
                        .filter(Figures::lasts)
                        .filter(story -> story.exchanges().stream().anyMatch(Exchange::isDefinitive))
                        .count(),
                stories.stream().mapToInt(story -> story.effects().size()).sum(),
                Stream.concat(
                                evidence.all(Fault.class).map(Fault::kind),
                                evidence.all(Left.class).map(Left::kind))
                        .collect(Collectors.groupingBy(
                                Function.identity(), () -> new EnumMap<>(FaultKind.class), Collectors.counting())));
    }

    /** Those of clients are counted by themselves: there are many. */
    public long allFaults() {
        return allFaults(kind -> !kind.isOfClient());
    }

    public long allDepartures() {
        return allFaults(FaultKind::isOfClient);
    }

    private long allFaults(Predicate<FaultKind> ofKind) {
        return faults.entrySet().stream()
                .filter(entry -> ofKind.test(entry.getKey()))
                .mapToLong(Map.Entry::getValue)
                .sum();
    }

    private static boolean lasts(Story story) {
        return story.endpoint() != EndpointKind.BRIEF;
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
