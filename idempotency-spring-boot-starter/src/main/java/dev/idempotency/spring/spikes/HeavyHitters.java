package dev.idempotency.spring.spikes;

import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;

/**
 * Counts names in bounded memory, and never misses a heavy one (the "space-saving" algorithm): a new name that finds no place
 * takes that of the rarest, and its count. So a count may be too high, by at most what was taken over, and never too low; and
 * whatever was seen more often than once in as many times as there are places has one.
 */
final class HeavyHitters {

    private final int places;
    private final Map<String, Count> counts = new HashMap<>();

    HeavyHitters(int places) {
        this.places = places;
    }

    void add(String name) {
        Count known = counts.get(name);
        if (known != null) {
            known.seen++;
        } else if (counts.size() < places) {
            counts.put(name, new Count(0));
        } else {
            Map.Entry<String, Count> rarest =
                    Collections.min(counts.entrySet(), Comparator.comparingLong(entry -> entry.getValue().seen));
            counts.remove(rarest.getKey());
            counts.put(name, new Count(rarest.getValue().seen));
        }
    }

    void clear() {
        counts.clear();
    }

    /** Adds what was counted here to the sums. */
    void addTo(Map<String, Sum> sums) {
        counts.forEach((name, count) -> sums.merge(name, new Sum(count.seen, count.excess), Sum::plus));
    }

    /**
     * How often a name was seen.
     *
     * @param excess by how much it may be too high at most
     */
    record Sum(long count, long excess) {

        Sum plus(Sum other) {
            return new Sum(count + other.count, excess + other.excess);
        }
    }

    private static final class Count {

        private final long excess;
        private long seen;

        Count(long excess) {
            this.excess = excess;
            this.seen = excess + 1;
        }
    }
}
