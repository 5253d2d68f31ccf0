package dev.idempotency.sample.operator;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What Prometheus is told. */
record Scrape(List<Sample> samples) {

    private static final Pattern LINE = Pattern.compile("([a-z_]+)(?:\\{(.*)})? ([0-9.E+-]+)");

    static Scrape of(String text) {
        return new Scrape(text.lines()
                .map(LINE::matcher)
                .filter(Matcher::matches)
                .map(line -> new Sample(
                        line.group(1), line.group(2) == null ? "" : line.group(2), Double.parseDouble(line.group(3))))
                .toList());
    }

    /** The sum of all samples of a metric that have these labels, each written as {@code name="value"}. */
    double sum(String metric, String... labels) {
        return samples.stream()
                .filter(sample ->
                        sample.metric.equals(metric) && Arrays.stream(labels).allMatch(sample.labels::contains))
                .mapToDouble(Sample::value)
                .sum();
    }

    /** All counters of this library, each summed up over its labels. */
    Map<String, Double> counters() {
        Map<String, Double> sums = new TreeMap<>();
        samples.stream()
                .filter(sample -> sample.metric.startsWith("idempotency_") && sample.metric.endsWith("_total"))
                .filter(sample -> !sample.metric.startsWith("idempotency_client_"))
                .forEach(sample -> sums.merge(sample.metric, sample.value, Double::sum));
        return sums;
    }

    record Sample(String metric, String labels, double value) {}
}
