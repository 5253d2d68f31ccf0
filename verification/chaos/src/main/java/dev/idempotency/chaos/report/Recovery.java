package dev.idempotency.chaos.report;

import dev.idempotency.chaos.history.Event;
import dev.idempotency.chaos.history.Event.Answered;
import dev.idempotency.chaos.history.Event.Fault;
import dev.idempotency.chaos.history.Event.Over;
import dev.idempotency.chaos.history.Event.Sent;
import dev.idempotency.chaos.history.FaultKind;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** How long it took after the end of each fault until a request to the node concerned had a success, in milliseconds. */
final class Recovery {

    private final List<Event> events;
    private final Set<String> succeeded;
    private final Map<String, Duration> answeredAt;

    Recovery(List<Event> events) {
        this.events = events;
        this.answeredAt = all(Answered.class)
                .filter(Answered::isSuccess)
                .collect(Collectors.toMap(Answered::attempt, Answered::at));
        this.succeeded = answeredAt.keySet();
    }

    /** In order, the shortest first. */
    Map<FaultKind, List<Long>> millis() {
        Map<String, Fault> faults = all(Fault.class).collect(Collectors.toMap(Fault::id, Function.identity()));
        Map<FaultKind, List<Long>> millis = new EnumMap<>(FaultKind.class);
        all(Over.class)
                .forEach(over -> Optional.ofNullable(faults.get(over.id()))
                        .ifPresent(fault -> recovery(fault, over.at())
                                .ifPresent(took ->
                                        millis.merge(fault.kind(), List.of(took.toMillis()), Recovery::sorted))));
        return millis;
    }

    private Optional<Duration> recovery(Fault fault, Duration over) {
        return all(Sent.class)
                .filter(sent -> sent.at().compareTo(over) >= 0 && succeeded.contains(sent.attempt()))
                .filter(sent -> fault.node() == 0 || fault.node() == sent.node())
                .findFirst()
                .map(sent -> answeredAt.getOrDefault(sent.attempt(), over).minus(over));
    }

    private <E extends Event> Stream<E> all(Class<E> type) {
        return events.stream().filter(type::isInstance).map(type::cast);
    }

    private static List<Long> sorted(List<Long> some, List<Long> more) {
        return Stream.concat(some.stream(), more.stream()).sorted().toList();
    }
}
