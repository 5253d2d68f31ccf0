package dev.idempotency.chaos.check;

import dev.idempotency.chaos.history.Event;
import dev.idempotency.chaos.history.Event.Fault;
import dev.idempotency.chaos.history.Event.Over;
import dev.idempotency.chaos.history.Event.Run;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Tells what happened to the keys whose promise was broken: requests, effects, changes and faults, in the order of time. */
final class Account {

    private static final int KEYS_TOLD = 5;
    private static final Duration MARGIN = Duration.ofMillis(500);

    private final Evidence evidence;
    private final Map<String, Duration> ends;

    private Account(Evidence evidence) {
        this.evidence = evidence;
        this.ends = evidence.all(Over.class).collect(Collectors.toMap(Over::id, Over::at, (first, second) -> second));
    }

    static String of(Evidence evidence, List<Violation> violations) {
        Account account = new Account(evidence);
        return violations.stream().collect(Collectors.groupingBy(Account::subject)).values().stream()
                .limit(KEYS_TOLD)
                .map(account::tell)
                .collect(Collectors.joining("\n"));
    }

    private static String subject(Violation violation) {
        Story story = violation.story();
        return story == null ? "" : story.key().toString();
    }

    private String tell(List<Violation> violations) {
        StringBuilder text = new StringBuilder();
        violations.forEach(violation -> text.append(violation).append('\n'));
        Story story = violations.get(0).story();
        if (story != null) {
            timeline(story).forEach(event -> text.append("    ").append(event).append('\n'));
        }
        Run run = evidence.run();
        return text.append("    to see it again: seed %d%s%n"
                        .formatted(run.seed(), run.seededBug().isEmpty() ? "" : ", seeded bug " + run.seededBug()))
                .toString();
    }

    private Stream<Event> timeline(Story story) {
        List<Event> events = new ArrayList<>();
        story.exchanges().forEach(exchange -> {
            events.add(exchange.sent());
            exchange.answer().ifPresent(events::add);
        });
        events.addAll(story.effects());
        events.addAll(story.changes());
        events.addAll(story.findings());
        Duration begin =
                events.stream().map(Event::at).min(Comparator.naturalOrder()).orElse(Duration.ZERO);
        Duration end =
                events.stream().map(Event::at).max(Comparator.naturalOrder()).orElse(Duration.ZERO);
        evidence.all(Fault.class)
                .filter(fault -> fault.at().compareTo(end) < 0
                        && ends.getOrDefault(fault.id(), end).plus(MARGIN).compareTo(begin) > 0)
                .forEach(events::add);
        return events.stream().sorted(Comparator.comparing(Event::at));
    }
}
