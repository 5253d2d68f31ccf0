package dev.idempotency.benchmarks.report;

import dev.idempotency.benchmarks.report.Slice.Disk;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;

/**
 * A shape's throughput beside plain's in the same round: the median of all rounds, and the middle half of them.
 *
 * @param low a quarter of the rounds was below
 * @param high a quarter of the rounds was above
 */
record Ratios(double median, double low, double high) {

    static Ratios of(List<Slice> slices, RequestKind shape, int connections, Disk disk) {
        return of(
                throughput(slices, shape, connections, disk), throughput(slices, RequestKind.PLAIN, connections, disk));
    }

    /** The same cell of two lists that were filled by turns. */
    static Ratios of(List<Slice> own, List<Slice> other, Slice cell) {
        return of(
                throughput(own, cell.shape(), cell.connections(), cell.disk()),
                throughput(other, cell.shape(), cell.connections(), cell.disk()));
    }

    private static Ratios of(List<Double> own, List<Double> other) {
        List<Double> ratios = new ArrayList<>();
        for (int round = 0; round < Math.min(other.size(), own.size()); round++) {
            ratios.add(own.get(round) / other.get(round));
        }
        return new Ratios(quantile(ratios, 0.5), quantile(ratios, 0.25), quantile(ratios, 0.75));
    }

    private static List<Double> throughput(List<Slice> slices, RequestKind shape, int connections, Disk disk) {
        return slices.stream()
                .filter(slice -> slice.shape() == shape && slice.connections() == connections && slice.disk() == disk)
                .map(Slice::perSecond)
                .toList();
    }

    static double quantile(List<Double> values, double share) {
        if (values.isEmpty()) {
            return Double.NaN;
        }
        List<Double> sorted = new ArrayList<>(values);
        Collections.sort(sorted);
        double place = share * (sorted.size() - 1);
        int below = (int) place;
        int above = Math.min(below + 1, sorted.size() - 1);
        return sorted.get(below) + (place - below) * (sorted.get(above) - sorted.get(below));
    }

    String text() {
        return String.format(Locale.ROOT, "%.2f (%.2f–%.2f)", median, low, high);
    }
}
