package dev.idempotency.chaos.history;

/** What is done to the system. */
public enum FaultKind {
    /** A process ends without a word, and is started again. */
    KILL,
    /** A process stands still for longer than a lease, and goes on as if nothing had been. */
    PAUSE,
    /** The database ends without a word, and recovers from its log. */
    DATABASE_CRASH,
    /** All connections of a process to the database are cut. */
    CUT,
    /** Nothing comes through between a process and the database; connections stay open. */
    BLACK_HOLE,
    /** The database cannot be reached from a process. */
    REFUSE,
    /** The database ends the sessions of a process. */
    TERMINATE,
    /** The connection is cut when a commit is on its way, before or after the database has seen it. */
    COMMIT_CUT,
    /** Somebody locks the table of the records for longer than a lease, as one who builds an index on it does. */
    TABLE_LOCK,
    /** The disk of the database has no room left, but for its log. */
    DISK_FULL,
    /** The standby, for which every commit waits, confirms nothing for longer than any time-out, and then goes on. */
    STANDBY_STALL,
    /** As before, and then it becomes the primary, while the old one is dead. What it has not confirmed is gone. */
    FAILOVER,
    /** One process has a wrong clock, all the time. */
    CLOCK_SKEW,
    /** A client leaves when it has sent a part of its request. */
    LEFT_WHILE_SENDING,
    /** A client leaves at some moment after it has sent its request. */
    LEFT_AFTER_SENDING,
    /** A client leaves when the handler is known to be at work. */
    LEFT_WHILE_RUNNING,
    /** A client leaves when it has read the first bytes of an answer that was held back until it was on record. */
    LEFT_WHILE_ANSWERED,
    /** A client leaves when it has read the first bytes of an answer that passes through. */
    LEFT_WHILE_PASSING;

    /** Whether it concerns all processes, by way of the database. */
    public boolean isOfDatabase() {
        return switch (this) {
            case DATABASE_CRASH, TABLE_LOCK, DISK_FULL, STANDBY_STALL, FAILOVER -> true;
            default -> false;
        };
    }

    /** Whether clients do it by themselves, as their plans say. */
    public boolean isOfClient() {
        return switch (this) {
            case LEFT_WHILE_SENDING, LEFT_AFTER_SENDING, LEFT_WHILE_RUNNING, LEFT_WHILE_ANSWERED, LEFT_WHILE_PASSING ->
                true;
            default -> false;
        };
    }
}
