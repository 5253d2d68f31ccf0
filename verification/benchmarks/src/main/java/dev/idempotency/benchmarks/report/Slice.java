package dev.idempotency.benchmarks.report;

import java.util.Map;
import java.util.TreeMap;

/**
 * What was measured while one shape of request had the machine for a moment.
 *
 * @param costs of one request, by what was counted
 */
public record Slice(RequestKind shape, int connections, Disk disk, double perSecond, Map<Cost, Double> costs) {

    /** How long a flush takes. */
    public enum Disk {
        AS_IT_IS("as it is"),
        SLOW("1 ms slower");

        private final String title;

        Disk(String title) {
            this.title = title;
        }

        public String title() {
            return title;
        }
    }

    /** What a request costs. */
    public enum Cost {
        JVM_CPU("CPU, JVM"),
        POSTGRES_CPU("CPU, Postgres"),
        ALLOCATED("allocated"),
        LOG("WAL"),
        STATEMENTS("statements"),
        COMMITS("commits");

        private final String title;

        Cost(String title) {
            this.title = title;
        }

        public String title() {
            return title;
        }
    }

    public Slice {
        costs = Map.copyOf(new TreeMap<>(costs));
    }
}
