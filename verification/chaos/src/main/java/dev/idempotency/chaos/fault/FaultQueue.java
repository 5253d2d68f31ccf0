package dev.idempotency.chaos.fault;

import dev.idempotency.chaos.history.FaultKind;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;

/** The faults of a run, so many of each kind, shuffled. The disk that can be filled belongs to the first primary. */
final class FaultQueue {

    private final Deque<FaultKind> remaining;

    FaultQueue(Map<FaultKind, Integer> faults, Random random) {
        List<FaultKind> all = new ArrayList<>();
        faults.forEach((kind, count) -> all.addAll(Collections.nCopies(count, kind)));
        Collections.shuffle(all, random);
        putInOrder(all, FaultKind.DISK_FULL, FaultKind.FAILOVER);
        this.remaining = new ArrayDeque<>(all);
    }

    /** Where one of the two kinds lies, those of the one now lie before those of the other. */
    private static void putInOrder(List<FaultKind> all, FaultKind before, FaultKind after) {
        List<Integer> places = IntStream.range(0, all.size())
                .filter(place -> all.get(place) == before || all.get(place) == after)
                .boxed()
                .toList();
        int first = Collections.frequency(all, before);
        for (int i = 0; i < places.size(); i++) {
            all.set(places.get(i), i < first ? before : after);
        }
    }

    int size() {
        return remaining.size();
    }

    Optional<FaultKind> next() {
        return Optional.ofNullable(remaining.poll());
    }
}
