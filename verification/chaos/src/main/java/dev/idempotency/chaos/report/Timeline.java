package dev.idempotency.chaos.report;

import dev.idempotency.chaos.history.Event;
import dev.idempotency.chaos.history.Event.Answered;
import dev.idempotency.chaos.history.Event.Begins;
import dev.idempotency.chaos.history.Event.Fault;
import dev.idempotency.chaos.history.Event.Left;
import dev.idempotency.chaos.history.Event.Unanswered;
import dev.idempotency.chaos.history.FaultKind;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** Answers over time, a column for each second, coloured by outcome; faults as marks above, phases as lines. */
final class Timeline {

    private static final int WIDTH = 1_160;
    private static final int HEIGHT = 300;
    private static final int MARKS = 12 * FaultKind.values().length + 12;

    private final Map<Long, Map<AnswerKind, Integer>> columns = new TreeMap<>();
    private final List<Event> events;

    Timeline(List<Event> events) {
        this.events = events;
        for (Event event : events) {
            if (event instanceof Answered answer) {
                count(event, AnswerKind.of(answer));
            } else if (event instanceof Unanswered || event instanceof Left) {
                count(event, AnswerKind.SILENT);
            }
        }
    }

    private void count(Event event, AnswerKind outcome) {
        columns.computeIfAbsent(event.at().toSeconds(), second -> new EnumMap<>(AnswerKind.class))
                .merge(outcome, 1, Integer::sum);
    }

    String svg() {
        long seconds =
                columns.keySet().stream().mapToLong(Long::longValue).max().orElse(0) + 1;
        int most = columns.values().stream()
                .mapToInt(column ->
                        column.values().stream().mapToInt(Integer::intValue).sum())
                .max()
                .orElse(1);
        StringBuilder svg =
                new StringBuilder("<svg viewBox='0 0 %d %d' role='img'>%n".formatted(WIDTH, HEIGHT + MARKS + 20));
        double width = (double) WIDTH / seconds;
        columns.forEach((second, column) -> column(svg, second * width, width, column, (double) HEIGHT / most));
        for (Event event : events) {
            double x = event.at().toMillis() / 1_000.0 * width;
            if (event instanceof Fault fault) {
                mark(svg, x, fault);
            } else if (event instanceof Begins begins) {
                text(svg, "<line x1='%.1f' x2='%.1f' y1='0' y2='%d' class='phase'/>", x, x, HEIGHT + MARKS);
                text(svg, "<text x='%.1f' y='%d'>%s</text>", x + 3, HEIGHT + MARKS + 14, begins.phase());
            }
        }
        return svg.append("</svg>").toString();
    }

    private static void column(
            StringBuilder svg, double x, double width, Map<AnswerKind, Integer> counts, double scale) {
        double y = HEIGHT + MARKS;
        for (Map.Entry<AnswerKind, Integer> entry : counts.entrySet()) {
            double height = entry.getValue() * scale;
            y -= height;
            text(
                    svg,
                    "<rect x='%.1f' y='%.1f' width='%.2f' height='%.1f' fill='%s'/>",
                    x,
                    y,
                    width,
                    height,
                    entry.getKey().colour());
        }
    }

    private static void mark(StringBuilder svg, double x, Fault fault) {
        int row = 8 + List.of(FaultKind.values()).indexOf(fault.kind()) * 12;
        text(
                svg,
                "<circle cx='%.1f' cy='%d' r='4' class='fault'><title>%s at node %d, %d ms</title></circle>",
                x,
                row,
                fault.kind(),
                fault.node(),
                fault.at().toMillis());
    }

    private static void text(StringBuilder svg, String format, Object... arguments) {
        svg.append(String.format(Locale.ROOT, format, arguments)).append('\n');
    }
}
