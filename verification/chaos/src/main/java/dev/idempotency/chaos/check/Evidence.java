package dev.idempotency.chaos.check;

import dev.idempotency.chaos.history.Event;
import dev.idempotency.chaos.history.Event.Answered;
import dev.idempotency.chaos.history.Event.Begins;
import dev.idempotency.chaos.history.Event.Change;
import dev.idempotency.chaos.history.Event.Effect;
import dev.idempotency.chaos.history.Event.Fault;
import dev.idempotency.chaos.history.Event.Found;
import dev.idempotency.chaos.history.Event.Left;
import dev.idempotency.chaos.history.Event.Over;
import dev.idempotency.chaos.history.Event.Run;
import dev.idempotency.chaos.history.Event.Sent;
import dev.idempotency.chaos.history.Event.Unanswered;
import dev.idempotency.chaos.history.FaultKind;
import dev.idempotency.chaos.history.KeyName;
import dev.idempotency.chaos.history.Phase;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A history, put in order by key. */
final class Evidence {

    private final List<Event> events;
    private final Run run;
    private final Map<Phase, Duration> begins;
    private final Map<String, Duration> ends;
    private final List<Story> stories;

    Evidence(List<Event> events) {
        this.events = events;
        this.run = all(Run.class).findFirst().orElseThrow(() -> new IllegalArgumentException("No run in this history"));
        this.begins = all(Begins.class).collect(Collectors.toMap(Begins::phase, Begins::at, (first, second) -> first));
        this.ends = all(Over.class).collect(Collectors.toMap(Over::id, Over::at, (first, second) -> second));
        this.stories = tell();
    }

    <E extends Event> Stream<E> all(Class<E> type) {
        return events.stream().filter(type::isInstance).map(type::cast);
    }

    Run run() {
        return run;
    }

    List<Story> stories() {
        return stories;
    }

    Stream<Exchange> exchanges() {
        return stories.stream().flatMap(story -> story.exchanges().stream());
    }

    Optional<Duration> beginOf(Phase phase) {
        return Optional.ofNullable(begins.get(phase));
    }

    /** Whether the node of this exchange, or the database, had a fault meanwhile. */
    boolean isStruckDuring(Exchange exchange) {
        return all(Fault.class)
                .filter(fault -> fault.kind() != FaultKind.CLOCK_SKEW)
                .filter(fault ->
                        fault.node() == 0 || fault.node() == exchange.sent().node())
                .anyMatch(fault -> fault.at().compareTo(exchange.ended()) <= 0
                        && ends.getOrDefault(fault.id(), exchange.ended())
                                        .compareTo(exchange.sent().at())
                                >= 0);
    }

    private List<Story> tell() {
        Map<String, Answered> answers =
                all(Answered.class).collect(Collectors.toMap(Answered::attempt, Function.identity()));
        Map<String, Duration> silences =
                all(Unanswered.class).collect(Collectors.toMap(Unanswered::attempt, Unanswered::at));
        Map<String, Left> departures = all(Left.class).collect(Collectors.toMap(Left::attempt, Function.identity()));
        Map<KeyName, List<Sent>> sent = byKey(Sent.class, Sent::key);
        Map<KeyName, List<Effect>> effects = byKey(Effect.class, Effect::key);
        Map<KeyName, List<Change>> changes = byKey(Change.class, Change::key);
        Map<KeyName, List<Found>> findings = byKey(Found.class, Found::key);
        return sent.entrySet().stream()
                .map(entry -> new Story(
                        entry.getKey(),
                        entry.getValue().get(0).endpoint(),
                        run.lease(),
                        entry.getValue().stream()
                                .sorted(Comparator.comparing(Sent::at))
                                .map(one -> exchange(one, answers, departures, silences))
                                .toList(),
                        effects.getOrDefault(entry.getKey(), List.of()),
                        changes.getOrDefault(entry.getKey(), List.of()),
                        findings.getOrDefault(entry.getKey(), List.of())))
                .toList();
    }

    private Exchange exchange(
            Sent sent, Map<String, Answered> answers, Map<String, Left> departures, Map<String, Duration> silences) {
        Answered answer = answers.get(sent.attempt());
        Left left = departures.get(sent.attempt());
        if (answer != null) {
            return new Exchange(sent, answer, null, answer.at());
        } else if (left != null) {
            return new Exchange(sent, null, left.kind(), left.at());
        }
        Duration end = events.get(events.size() - 1).at();
        return new Exchange(sent, null, null, silences.getOrDefault(sent.attempt(), end));
    }

    private <E extends Event> Map<KeyName, List<E>> byKey(Class<E> type, Function<E, KeyName> key) {
        return all(type).collect(Collectors.groupingBy(key, TreeMap::new, Collectors.toList()));
    }
}
