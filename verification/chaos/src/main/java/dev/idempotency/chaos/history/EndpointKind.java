package dev.idempotency.chaos.history;

/** The protected endpoints of the application, by the promise that each makes. */
public enum EndpointKind {
    /** The effect is a row in the database of the records, in the same transaction. */
    TRANSACTIONAL,
    /** The effect is in the world outside; a run that was lost is unknown until it has been reconciled. */
    LEASE,
    /** The effect is in the world outside; a run that was lost is run again, by choice. */
    TAKE_OVER,
    /** As {@link #LEASE}, with a retention so short that records expire while the run lasts. */
    BRIEF,
    /** As {@link #LEASE}, one request at a time for each {@linkplain KeyName#thing() thing}. */
    ENTITY,
    /** As {@link #TRANSACTIONAL}, excluded from {@link #ENTITY} while it runs, and done once for each thing, whatever the key. */
    ACTION;

    public boolean isTransactional() {
        return this == TRANSACTIONAL || this == ACTION;
    }

    /** Whether its requests are about a thing, which their path names. */
    public boolean isAboutThing() {
        return this == ENTITY || this == ACTION;
    }
}
