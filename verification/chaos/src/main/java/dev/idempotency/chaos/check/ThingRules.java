package dev.idempotency.chaos.check;

import dev.idempotency.chaos.history.EndpointKind;
import dev.idempotency.chaos.history.Event.Change;
import dev.idempotency.chaos.history.KeyName;
import dev.idempotency.chaos.history.RecordState;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What different keys may do to the same thing. */
final class ThingRules {

    private ThingRules() {}

    /** While a request runs or is unknown, no other one for its thing runs: the times in which they hold it do not overlap. */
    static Stream<String> oneAtATime(Evidence evidence) {
        return byThing(evidence, EndpointKind::isAboutThing).flatMap(stories -> {
            List<Hold> holds = stories.stream()
                    .flatMap(ThingRules::holds)
                    .sorted(Comparator.comparing(Hold::from))
                    .toList();
            return IntStream.range(1, holds.size())
                    .filter(i -> latestEnd(holds.subList(0, i))
                                    .compareTo(holds.get(i).from())
                            > 0)
                    .mapToObj(i -> "%s began to work on %s at %d ms, while another key had it: %s"
                            .formatted(
                                    holds.get(i).key(),
                                    holds.get(i).key().thing(),
                                    holds.get(i).from().toMillis(),
                                    holds.subList(0, i)));
        });
    }

    private static Duration latestEnd(List<Hold> holds) {
        return holds.stream().map(Hold::to).max(Comparator.naturalOrder()).orElseThrow();
    }

    /** An action has one effect, whatever the keys. */
    static Stream<String> doneOnce(Evidence evidence) {
        return byThing(evidence, endpoint -> endpoint == EndpointKind.ACTION)
                .map(stories -> stories.stream()
                        .flatMap(story -> story.effects().stream())
                        .toList())
                .filter(effects -> effects.size() > 1)
                .map(effects -> "%d effects of one action: %s".formatted(effects.size(), effects));
    }

    private static Stream<List<Story>> byThing(Evidence evidence, Predicate<EndpointKind> endpoints) {
        Map<KeyName, List<Story>> stories = evidence.stories().stream()
                .filter(story -> endpoints.test(story.endpoint()))
                .collect(Collectors.groupingBy(
                        story -> new KeyName(story.key().tenant(), story.key().thing())));
        return stories.values().stream();
    }

    /** A run under a lease holds the thing as its record says; one in a transaction from its effect to its record. */
    private static Stream<Hold> holds(Story story) {
        return story.endpoint().isTransactional() ? ofTransactions(story) : ofRecord(story);
    }

    private static Stream<Hold> ofTransactions(Story story) {
        return story.changesTo(RecordState.COMPLETED)
                .flatMap(change -> story.effectOf(change.run()).stream()
                        .map(effect -> new Hold(story.key(), effect.at(), change.at())));
    }

    private static Stream<Hold> ofRecord(Story story) {
        Collection<Hold> holds = new ArrayList<>();
        @Nullable Change begin = null;
        for (Change change : story.changes()) {
            boolean isHeld = change.to() == RecordState.IN_PROGRESS || change.to() == RecordState.UNKNOWN;
            if (isHeld && begin == null) {
                begin = change;
            } else if (!isHeld && begin != null) {
                holds.add(new Hold(story.key(), begin.at(), change.at()));
                begin = null;
            }
        }
        if (begin != null) {
            holds.add(new Hold(story.key(), begin.at(), Duration.ofDays(1)));
        }
        return holds.stream();
    }

    /** The time in which a key has a thing. */
    private record Hold(KeyName key, Duration from, Duration to) {

        @Override
        public String toString() {
            return "%s from %d to %d ms".formatted(key, from.toMillis(), to.toMillis());
        }
    }
}
