package dev.idempotency.spring.internal.spikes;

import dev.idempotency.core.internal.digest.Sha256;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * How often each scope was seen recently: a ring of time spans, each of which is forgotten when its turn comes again.
 */
final class RecentScopes {

    private final Span[] ring;
    private final int places;

    RecentScopes(int spans, int places) {
        this.ring = new Span[spans];
        this.places = places;
        for (int i = 0; i < spans; i++) {
            ring[i] = new Span(new HeavyHitters(places));
        }
    }

    /**
     * Counts the scope once.
     *
     * @param span the number of the current time span; later spans have larger numbers
     */
    synchronized void seen(String scope, long span) {
        Span current = ring[(int) Math.floorMod(span, (long) ring.length)];
        if (current.number != span) {
            current.number = span;
            current.scopes.clear();
        }
        current.scopes.add(scope);
    }

    List<ScopeSpikes.Spike> top(int atMost, long span) {
        return sums(span).entrySet().stream()
                .sorted(Comparator.comparingLong((Map.Entry<String, HeavyHitters.Sum> entry) ->
                                -entry.getValue().count())
                        .thenComparing(Map.Entry::getKey))
                .limit(atMost)
                .map(entry -> new ScopeSpikes.Spike(
                        entry.getKey(),
                        Sha256.shortHex(entry.getKey()),
                        entry.getValue().count(),
                        entry.getValue().excess()))
                .toList();
    }

    private synchronized Map<String, HeavyHitters.Sum> sums(long span) {
        Map<String, HeavyHitters.Sum> sums = new HashMap<>(places);
        for (Span each : ring) {
            if (each.number > span - ring.length && each.number <= span) {
                each.scopes.addTo(sums);
            }
        }
        return sums;
    }

    private static final class Span {

        private final HeavyHitters scopes;
        private long number = Long.MIN_VALUE;

        Span(HeavyHitters scopes) {
            this.scopes = scopes;
        }
    }
}
