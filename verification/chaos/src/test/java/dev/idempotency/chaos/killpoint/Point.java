package dev.idempotency.chaos.killpoint;

import dev.idempotency.testbed.TcpProxy.OnSight;

/**
 * A moment in the life of a request in mode TRANSACTIONAL, by what is on the line to the database then. Where the transaction has
 * callbacks, record and commit are sent one after the other; where not, together.
 */
enum Point {
    BEFORE_THE_LOCK("pg_try_advisory_xact_lock", OnSight.HOLD_BEFORE, false),
    AFTER_THE_LOCK("pg_try_advisory_xact_lock", OnSight.HOLD_AFTER, false),
    AFTER_THE_BUSINESS_WRITE("INSERT INTO purchase", OnSight.HOLD_AFTER, false),
    BEFORE_THE_RECORD("INSERT INTO \"idempotency_record\"", OnSight.HOLD_BEFORE, true),
    BEFORE_COMMIT("COMMIT", OnSight.HOLD_BEFORE, true),
    COMMIT_SENT("COMMIT", OnSight.HOLD_AFTER, true),
    /** Nothing is on the line: the application itself stops there and knocks at the {@link Door}. */
    COMMITTED("", OnSight.PASS, true),
    BEFORE_RECORD_AND_COMMIT("COMMIT", OnSight.HOLD_BEFORE, false),
    /** The record is what is waited for. That the work is found to be committed then shows that the commit was with it. */
    RECORD_AND_COMMIT_SENT("INSERT INTO \"idempotency_record\"", OnSight.HOLD_AFTER, false),
    COMMITTED_WITH_RECORD("", OnSight.PASS, false);

    private final String text;
    private final OnSight onSight;
    private final boolean callbacks;

    Point(String text, OnSight onSight, boolean callbacks) {
        this.text = text;
        this.onSight = onSight;
        this.callbacks = callbacks;
    }

    boolean hasCallbacks() {
        return callbacks;
    }

    /** Whether the commit is done by then, and its answer not yet heard. */
    boolean isInDoubt() {
        return this == COMMIT_SENT || this == RECORD_AND_COMMIT_SENT;
    }

    /** Whether the application knows of the commit. */
    boolean isKnown() {
        return this == COMMITTED || this == COMMITTED_WITH_RECORD;
    }

    /** Whether the work has been done by then. */
    boolean isCommitted() {
        return isInDoubt() || isKnown();
    }

    Stop stop(Victim victim) {
        return isKnown() ? new Door() : new HeldLine(victim.network().when(text, onSight));
    }
}
