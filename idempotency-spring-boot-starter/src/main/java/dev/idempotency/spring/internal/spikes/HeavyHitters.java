package dev.idempotency.spring.internal.spikes;

import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;

/**
 * Counts names in bounded memory without missing a frequent one (the "space-saving" algorithm): if all places are
 * taken, a new name gets the place of the rarest name, and its count. So a count is never too low, and too high by at
 * most the count that was taken over. With n places, every name that makes up more than 1/n of what was seen has a
 * place.
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
