package dev.idempotency.spring.internal.phase;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** Holds a run to the declared order of its phases: one after the other, and none after one that was left unfinished outside. */
final class PhaseOrder {

    private final List<String> declared;
    private final AtomicReference<@Nullable String> current = new AtomicReference<>();
    private final AtomicInteger finished = new AtomicInteger();
    private volatile @Nullable String unfinished;

    PhaseOrder(List<String> declared) {
        this.declared = declared;
    }

    /** The position of the phase, which is entered. */
    int enter(String phase) {
        int position = declared.indexOf(phase);
        if (position < 0) {
            throw new IllegalStateException(
                    "The phase '" + phase + "' is not declared. Declared by @Idempotent(phases = …) are " + declared);
        }
        String left = unfinished;
        if (left != null) {
            throw new IllegalStateException("The phase '" + phase + "' was begun after the phase '" + left
                    + "' had failed: let the request end, so that its retry goes on there");
        }
        int next = finished.get();
        if (position != next) {
            throw new IllegalStateException("The phase '" + phase + "' was begun, but it is the turn of "
                    + (next < declared.size() ? "'" + declared.get(next) + "'" : "none any more") + ": the order is "
                    + declared);
        }
        String running = current.compareAndExchange(null, phase);
        if (running != null) {
            throw new IllegalStateException("The phase '" + phase + "' was begun while the phase '" + running
                    + "' runs: phases run one after the other");
        }
        return position;
    }

    /** The phase that runs; null between phases. */
    @Nullable String current() {
        return current.get();
    }

    void finished() {
        finished.incrementAndGet();
    }

    /** Nothing can come after this phase in this run. */
    void failed(String phase) {
        unfinished = phase;
    }

    void leave() {
        current.set(null);
    }
}
