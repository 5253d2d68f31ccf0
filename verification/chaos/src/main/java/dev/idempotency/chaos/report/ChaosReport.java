package dev.idempotency.chaos.report;

import dev.idempotency.chaos.check.Figures;
import dev.idempotency.chaos.check.Invariant;
import dev.idempotency.chaos.check.Verdict;
import dev.idempotency.chaos.history.Event;
import dev.idempotency.chaos.history.Event.Impossible;
import dev.idempotency.chaos.history.Event.Run;
import dev.idempotency.chaos.history.FaultKind;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** Writes a run down as one HTML file that needs nothing else. */
public final class ChaosReport {

    private static final String PAGE = """
        <!DOCTYPE html>
        <html lang="en"><head><meta charset="utf-8"><title>Chaos run, seed %1$d</title><style>
        body { font: 15px/1.5 system-ui, sans-serif; max-width: 1180px; margin: 2em auto; padding: 0 1em; color: #222 }
        table { border-collapse: collapse; margin: 1em 0 } td, th { padding: .2em 1em .2em 0; text-align: left }
        td.n { text-align: right; font-variant-numeric: tabular-nums } svg { width: 100%%; background: #fafafa }
        svg text { font: 11px sans-serif } .phase { stroke: #555; stroke-dasharray: 3 3 } .fault { fill: #c62828 }
        .key i { display: inline-block; width: .9em; height: .9em; margin: 0 .3em 0 1em } pre { overflow-x: auto }
        .good { color: #2e7d32 } .bad { color: #c62828 }
        </style></head><body>
        <h1>Chaos run, seed %1$d%2$s</h1>
        %3$s
        <h2>Answers and faults over time</h2>
        <p>One column is a second. Above it the faults, a row for each kind: %4$s.</p>
        %5$s
        <p class="key">%6$s</p>
        <h2>Figures</h2>
        %7$s
        <h2>Faults</h2>
        <p>Recovery is the time from the end of a fault to the first success of the node, or of any node after the database.</p>
        %8$s
        %11$s
        <h2>Promises</h2>
        %9$s
        %10$s
        </body></html>
        """;

    private ChaosReport() {}

    public static void write(Path file, List<Event> events, Verdict verdict) {
        Run run = events.stream()
                .filter(Run.class::isInstance)
                .map(Run.class::cast)
                .findFirst()
                .orElseThrow();
        String page = PAGE.formatted(
                run.seed(),
                run.seededBug().isEmpty() ? "" : ", with the bug " + run.seededBug(),
                verdict(verdict),
                Arrays.stream(FaultKind.values()).map(ChaosReport::name).collect(Collectors.joining(", ")),
                new Timeline(events).svg(),
                Arrays.stream(AnswerKind.values())
                        .map(outcome -> "<i style='background:%s'></i>%s".formatted(outcome.colour(), outcome.label()))
                        .collect(Collectors.joining()),
                figures(verdict.figures()),
                faults(verdict.figures(), new Recovery(events).millis()),
                promises(verdict),
                verdict.account().isEmpty() ? "" : "<pre>" + escaped(verdict.account()) + "</pre>",
                impossible(events));
        try {
            Files.writeString(file, page);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String verdict(Verdict verdict) {
        String violations = "<p class='%s'><strong>%d violations</strong></p>"
                .formatted(
                        verdict.violations().isEmpty() ? "good" : "bad",
                        verdict.violations().size());
        return verdict.vacuous().isEmpty()
                ? violations
                : violations + "<p class='bad'>Too little was shown: "
                        + escaped(verdict.vacuous().toString()) + "</p>";
    }

    private static String figures(Figures figures) {
        return "<table>"
                + row("keys", figures.keys())
                + row("requests", figures.requests())
                + row("tenants", figures.tenants())
                + row("keys on their way to two nodes at once", figures.duplicated())
                + row("keys that outlast the run", figures.lasting())
                + row("those of them with an answer for good", figures.acknowledged())
                + row("effects", figures.effects())
                + row("faults", figures.allFaults())
                + row("clients that left", figures.allDepartures())
                + "</table>";
    }

    private static String faults(Figures figures, Map<FaultKind, List<Long>> recovery) {
        return figures.faults().entrySet().stream()
                .map(entry -> {
                    List<Long> millis = recovery.getOrDefault(entry.getKey(), List.of());
                    String times = millis.isEmpty()
                            ? "<td></td><td></td>"
                            : "<td class='n'>%d</td><td class='n'>%d</td>"
                                    .formatted(millis.get(millis.size() / 2), millis.get(millis.size() - 1));
                    return "<tr><td>%s</td><td class='n'>%d</td>%s</tr>"
                            .formatted(name(entry.getKey()), entry.getValue(), times);
                })
                .collect(Collectors.joining(
                        "",
                        "<table><tr><th>kind</th><th>how many</th><th>median recovery, ms</th><th>longest, ms</th></tr>",
                        "</table>"));
    }

    private static String impossible(List<Event> events) {
        return events.stream()
                .filter(Impossible.class::isInstance)
                .map(Impossible.class::cast)
                .map(event -> "<p>Not done: %s, as %s.</p>".formatted(name(event.kind()), event.reason()))
                .collect(Collectors.joining());
    }

    private static String promises(Verdict verdict) {
        Map<Invariant, Long> broken = verdict.brokenPromises();
        return Arrays.stream(Invariant.values())
                .map(invariant -> "<tr><td>%s</td><td>%s</td><td class='n'>%d</td></tr>"
                        .formatted(invariant, invariant.promise(), broken.getOrDefault(invariant, 0L)))
                .collect(Collectors.joining(
                        "", "<table><tr><th></th><th>promise</th><th>violations</th></tr>", "</table>"));
    }

    private static String row(String name, long value) {
        return "<tr><td>%s</td><td class='n'>%,d</td></tr>".formatted(name, value);
    }

    private static String name(FaultKind kind) {
        return kind.name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;");
    }
}
