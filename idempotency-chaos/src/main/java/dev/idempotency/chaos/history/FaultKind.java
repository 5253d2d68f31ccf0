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
    /** One process has a wrong clock, all the time. */
    CLOCK_SKEW
}
