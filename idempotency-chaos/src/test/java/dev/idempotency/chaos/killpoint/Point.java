package dev.idempotency.chaos.killpoint;

import dev.idempotency.testbed.TcpProxy.OnSight;

/** A moment in the life of a request in mode TRANSACTIONAL, by what is on the line to the database then. */
enum Point {
    BEFORE_THE_LOCK("pg_try_advisory_xact_lock", OnSight.HOLD_BEFORE),
    AFTER_THE_LOCK("pg_try_advisory_xact_lock", OnSight.HOLD_AFTER),
    AFTER_THE_BUSINESS_WRITE("INSERT INTO purchase", OnSight.HOLD_AFTER),
    BEFORE_THE_RECORD("INSERT INTO \"idempotency_record\"", OnSight.HOLD_BEFORE),
    BEFORE_COMMIT("COMMIT", OnSight.HOLD_BEFORE),
    COMMIT_SENT("COMMIT", OnSight.HOLD_AFTER),
    /** Nothing is on the line: the application itself stops there and knocks at the {@link Door}. */
    COMMITTED("", OnSight.PASS);

    private final String text;
    private final OnSight onSight;

    Point(String text, OnSight onSight) {
        this.text = text;
        this.onSight = onSight;
    }

    /** Whether the work has been done by then. */
    boolean isCommitted() {
        return this == COMMIT_SENT || this == COMMITTED;
    }

    Stop stop(Victim victim) {
        return this == COMMITTED ? new Door() : new HeldLine(victim.network().when(text, onSight));
    }
}
