package dev.idempotency.benchmarks.report;

import dev.idempotency.benchmarks.report.Slice.Cost;
import dev.idempotency.benchmarks.report.Slice.Disk;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** All that was measured, relative to plain. Absolute figures tell about a machine and are left out. */
public final class BenchmarkReport {

    private static final int COSTS_AT = 16;

    private final List<Slice> slices;

    public BenchmarkReport(List<Slice> slices) {
        this.slices = List.copyOf(slices);
    }

    /** In Markdown. */
    public String text() {
        StringBuilder text = new StringBuilder();
        text.append("\n| goal | to reach | measured (middle half of the rounds) | |\n|---|---|---|---|\n");
        Goal.ALL.stream()
                .filter(goal -> connections(Disk.AS_IT_IS).contains(goal.connections()))
                .map(this::line)
                .forEach(text::append);
        for (Disk disk : Disk.values()) {
            if (!connections(disk).isEmpty()) {
                text.append(throughput(disk));
            }
        }
        return text.append(costs()).toString();
    }

    Ratios ratios(RequestKind shape, int connections, Disk disk) {
        return Ratios.of(slices, shape, connections, disk);
    }

    List<Integer> connections(Disk disk) {
        return slices.stream()
                .filter(slice -> slice.disk() == disk && slice.connections() > 0)
                .map(Slice::connections)
                .distinct()
                .sorted()
                .toList();
    }

    List<RequestKind> shapes(Disk disk) {
        return slices.stream()
                .filter(slice -> slice.disk() == disk && slice.shape() != RequestKind.PLAIN)
                .map(Slice::shape)
                .distinct()
                .sorted()
                .toList();
    }

    private String line(Goal goal) {
        Ratios ratios = ratios(goal.shape(), goal.connections(), Disk.AS_IT_IS);
        return String.format(
                Locale.ROOT,
                "| %s, %s | ≥ %.2f | %s | %s |%n",
                goal.shape().title(),
                connectionsText(goal.connections()),
                goal.ratio(),
                ratios.text(),
                ratios.median() >= goal.ratio() ? "met" : "not met");
    }

    private String throughput(Disk disk) {
        List<Integer> connections = connections(disk);
        String head = connections.stream().map(BenchmarkReport::connectionsText).collect(Collectors.joining(" | "));
        return "\n| throughput beside plain, disk " + disk.title() + " | " + head + " |\n|---"
                + "|---".repeat(connections.size()) + "|\n"
                + shapes(disk).stream()
                        .map(shape -> "| " + shape.title() + " | "
                                + connections.stream()
                                        .map(each -> ratios(shape, each, disk).text())
                                        .collect(Collectors.joining(" | "))
                                + " |\n")
                        .collect(Collectors.joining());
    }

    private String costs() {
        String head = Stream.of(Cost.values()).map(Cost::title).collect(Collectors.joining(" | "));
        return "\n| cost of a request beside plain's, " + connectionsText(COSTS_AT) + " | " + head + " |\n|---"
                + "|---".repeat(Cost.values().length) + "|\n"
                + Stream.concat(Stream.of(RequestKind.PLAIN), shapes(Disk.AS_IT_IS).stream())
                        .map(shape -> "| " + shape.title() + " | "
                                + Stream.of(Cost.values())
                                        .map(cost -> cost(shape, cost))
                                        .collect(Collectors.joining(" | "))
                                + " |\n")
                        .collect(Collectors.joining());
    }

    /** Bytes of the log, statements and commits do not depend on the machine, and are told as they are. */
    private String cost(RequestKind shape, Cost cost) {
        double own = median(shape, cost);
        return switch (cost) {
            case LOG -> String.format(Locale.ROOT, "%.0f bytes", own);
            case STATEMENTS, COMMITS -> String.format(Locale.ROOT, "%.2f", own);
            default -> String.format(Locale.ROOT, "%.2f", own / median(RequestKind.PLAIN, cost));
        };
    }

    private double median(RequestKind shape, Cost cost) {
        return Ratios.quantile(
                slices.stream()
                        .filter(slice -> slice.shape() == shape && slice.costs().containsKey(cost))
                        .filter(slice -> slice.connections() == COSTS_AT || slice.connections() == 0)
                        .filter(slice -> slice.disk() == Disk.AS_IT_IS)
                        .map(slice -> slice.costs().getOrDefault(cost, Double.NaN))
                        .toList(),
                0.5);
    }

    private static String connectionsText(int connections) {
        return connections == 1 ? "1 connection" : connections + " connections";
    }
}
