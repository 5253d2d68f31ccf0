package dev.idempotency.chaos.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LineTest {

    private static final KeyName KEY = new KeyName("alice", "k/1");
    private static final Duration TIME = Duration.ofNanos(12_345_678_000L);

    @Test
    void every_event_can_be_read_again(@TempDir Path directory) {
        List<Event> events = List.of(
                new Event.Run(Duration.ZERO, 7, "", Duration.ofSeconds(2), Duration.ofMillis(500), 3),
                new Event.Begins(TIME, Phase.HEAL),
                new Event.Sent(TIME, "a1", 2, KEY, EndpointKind.BRIEF, "5"),
                new Event.Answered(TIME, "a1", 201, "", true, "Location: /x\nETag: \"1\"", "{\"a\": \"100 %20\"}\r"),
                new Event.Left(TIME, "a1", FaultKind.LEFT_WHILE_RUNNING),
                new Event.Unanswered(TIME, "a1", "hung up"),
                new Event.Fault(TIME, "f1", FaultKind.KILL, 1),
                new Event.Impossible(TIME, FaultKind.CLOCK_SKEW, "not installed"),
                new Event.Over(TIME, "f1"),
                new Event.Effect(TIME, KEY, "r1", "a1", "5"),
                new Event.Change(TIME, KEY, RecordState.ABSENT, RecordState.IN_PROGRESS, 1L << 52, TIME, TIME, "", "e"),
                new Event.Found(TIME, KEY, true),
                new Event.Leftover(TIME, 1, "a lock"));
        Path file = directory.resolve("history");
        try (History history = new History(file)) {
            events.forEach(history::add);
        }

        assertThat(History.read(file)).isEqualTo(events);
        assertThat(events.stream().map(Object::getClass).distinct())
                .containsExactlyInAnyOrder(Event.class.getPermittedSubclasses());
    }

    @Test
    void a_line_is_easily_written_by_hand() {
        assertThat(History.parse("12.5 answered attempt=a1 status=409 code=idempotency_in_progress"))
                .containsExactly(new Event.Answered(
                        Duration.ofNanos(12_500_000), "a1", 409, "idempotency_in_progress", false, "", ""));
    }

    @Test
    void a_line_of_another_kind_is_refused() {
        assertThatThrownBy(() -> History.parse("1 heard attempt=a1")).hasMessageContaining("heard");
    }
}
