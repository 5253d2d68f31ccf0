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

/** The faults of a run, so many of each kind, shuffled. */
final class Deck {

    private final Deque<FaultKind> cards;

    Deck(Map<FaultKind, Integer> faults, Random random) {
        List<FaultKind> all = new ArrayList<>();
        faults.forEach((kind, count) -> all.addAll(Collections.nCopies(count, kind)));
        Collections.shuffle(all, random);
        this.cards = new ArrayDeque<>(all);
    }

    int size() {
        return cards.size();
    }

    Optional<FaultKind> draw() {
        return Optional.ofNullable(cards.poll());
    }
}
