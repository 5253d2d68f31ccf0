package dev.idempotency.benchmarks.report;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** One build's throughput beside another's, cell by cell. */
public final class Beside {

    private Beside() {}

    /** In Markdown; above 1 means that the first is faster. */
    public static String text(List<Slice> ours, List<Slice> theirs) {
        StringBuilder text = new StringBuilder();
        text.append("\n| request | connections | disk | this build / the other one (middle half of the rounds) |\n")
                .append("|---|---|---|---|\n");
        Set<String> told = new LinkedHashSet<>();
        for (Slice slice : ours) {
            String cell = "| " + slice.shape().title() + " | " + slice.connections() + " | "
                    + slice.disk().title() + " | ";
            if (told.add(cell)) {
                text.append(cell).append(Ratios.of(ours, theirs, slice).text()).append(" |\n");
            }
        }
        return text.toString();
    }
}
