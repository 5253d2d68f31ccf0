package dev.idempotency.chaos.killpoint;

/** Where a request stands still until it is let go. */
interface Stop extends AutoCloseable {

    /** Waits until it has come there. */
    void await() throws Exception;

    /** The port at which the application knocks after the commit, and waits; 0 where it does not. */
    int door();

    /** Lets it go. */
    @Override
    void close();
}
