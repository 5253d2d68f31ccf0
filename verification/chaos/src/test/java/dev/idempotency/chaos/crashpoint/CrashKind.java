package dev.idempotency.chaos.crashpoint;

/** What happens at a step of a request on its way through the database. */
enum CrashKind {
    /** The connection breaks before the step. */
    CUT_BEFORE(false, false),
    /** The step is done, then the connection breaks, and nobody hears of it. */
    CUT_AFTER(true, false),
    /** As if the process had ended before the step: the database hears nothing more of this request. */
    DEATH_BEFORE(false, true),
    /** As if the process had ended right after the step. */
    DEATH_AFTER(true, true),
    /** The process stands still before the step, and goes on when another node has had all the time it needs. */
    STALL(true, false),
    /** The same, but it goes on while the other node is about to record its own answer. */
    OVERTAKE(true, false);

    private final boolean stepIsDone;
    private final boolean last;

    CrashKind(boolean stepIsDone, boolean last) {
        this.stepIsDone = stepIsDone;
        this.last = last;
    }

    boolean isPause() {
        return this == STALL || this == OVERTAKE;
    }

    boolean isStepDone() {
        return stepIsDone;
    }

    /** Whether no later step reaches the database either. */
    boolean isLast() {
        return last;
    }
}
