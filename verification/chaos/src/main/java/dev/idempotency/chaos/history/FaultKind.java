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
    /** One process has a wrong clock, all the time. */
    CLOCK_SKEW;

    /** Whether it concerns all processes, by way of the database. */
    public boolean isOfDatabase() {
        return this == DATABASE_CRASH || this == TABLE_LOCK || this == DISK_FULL;
    }
}
