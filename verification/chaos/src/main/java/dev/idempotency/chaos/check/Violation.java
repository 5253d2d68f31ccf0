package dev.idempotency.chaos.check;

import org.jspecify.annotations.Nullable;

/** A promise that was broken. */
public final class Violation {

    private final Invariant invariant;
    private final @Nullable Story story;
    private final String what;

    Violation(Invariant invariant, @Nullable Story story, String what) {
        this.invariant = invariant;
        this.story = story;
        this.what = what;
    }

    public Invariant invariant() {
        return invariant;
    }

    @Nullable Story story() {
        return story;
    }

    /** In one line: which promise, which key, and what happened. */
    @Override
    public String toString() {
        String whose = story == null ? "" : " [" + story.endpoint() + " " + story.key() + "]";
        return invariant + whose + " " + what;
    }
}
