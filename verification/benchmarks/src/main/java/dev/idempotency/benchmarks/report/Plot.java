package dev.idempotency.benchmarks.report;

import dev.idempotency.benchmarks.report.Slice.Disk;
import java.util.List;
import java.util.Locale;

/** Throughput beside plain, as bars: a group for each shape, a bar for each number of connections, whiskers for the spread. */
public final class Plot {

    private static final int LEFT = 160;
    private static final int BAR = 12;
    private static final int GAP = 14;
    private static final int TOP = 40;
    private static final int UNIT = 150;
    private static final double LARGEST = 4.0;
    private static final List<String> COLOURS = List.of("#9ecae1", "#4292c6", "#08519c");

    private Plot() {}

    public static String of(BenchmarkReport report) {
        List<RequestKind> shapes = report.shapes(Disk.AS_IT_IS);
        List<Integer> connections = report.connections(Disk.AS_IT_IS);
        int group = connections.size() * BAR + GAP;
        int bottom = TOP + shapes.size() * group;
        int width = LEFT + (int) (LARGEST * UNIT) + 20;
        StringBuilder svg = new StringBuilder(String.format(
                Locale.ROOT,
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" font-family=\"sans-serif\""
                        + " font-size=\"12\">%n<rect width=\"100%%\" height=\"100%%\" fill=\"white\"/>%n",
                width,
                bottom + 50));
        for (double at = 0; at <= LARGEST; at += 0.5) {
            svg.append(axis(at, bottom));
        }
        for (int i = 0; i < shapes.size(); i++) {
            int y = TOP + i * group;
            svg.append(text(LEFT - 8, y + group / 2, "end", shapes.get(i).title()));
            for (int j = 0; j < connections.size(); j++) {
                Ratios ratios = report.ratios(shapes.get(i), connections.get(j), Disk.AS_IT_IS);
                svg.append(bar(y + j * BAR, COLOURS.get(j % COLOURS.size()), ratios));
            }
        }
        for (int j = 0; j < connections.size(); j++) {
            int x = LEFT + j * 130;
            svg.append(rectangle(x, bottom + 28, 10, 10, COLOURS.get(j % COLOURS.size())));
            svg.append(text(x + 16, bottom + 38, "start", connections.get(j) + " connections"));
        }
        svg.append(text(LEFT, 20, "start", "throughput beside the same endpoint without protection (1.0)"));
        return svg.append("</svg>\n").toString();
    }

    private static String axis(double at, int bottom) {
        return String.format(
                        Locale.ROOT,
                        "<line x1=\"%1$.0f\" x2=\"%1$.0f\" y1=\"%2$d\" y2=\"%3$d\" stroke=\"%4$s\"/>%n",
                        x(at),
                        TOP - 6,
                        bottom,
                        at == 1 ? "#d62728" : "#dddddd")
                + text((int) x(at), bottom + 16, "middle", String.format(Locale.ROOT, "%.1f", at));
    }

    private static String bar(int y, String colour, Ratios ratios) {
        return rectangle(LEFT, y, (int) (x(ratios.median()) - LEFT), BAR - 2, colour)
                + String.format(
                        Locale.ROOT,
                        "<line x1=\"%.1f\" x2=\"%.1f\" y1=\"%3$d\" y2=\"%3$d\" stroke=\"black\"/>%n",
                        x(ratios.low()),
                        x(ratios.high()),
                        y + BAR / 2 - 1);
    }

    private static String rectangle(int x, int y, int width, int height, String colour) {
        return String.format(
                Locale.ROOT,
                "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"%s\"/>%n",
                x,
                y,
                width,
                height,
                colour);
    }

    private static String text(int x, int y, String anchor, String text) {
        return String.format(Locale.ROOT, "<text x=\"%d\" y=\"%d\" text-anchor=\"%s\">%s</text>%n", x, y, anchor, text);
    }

    private static double x(double ratio) {
        return LEFT + Math.min(ratio, LARGEST) * UNIT;
    }
}
