package dev.idempotency.test;

import dev.idempotency.core.store.IdempotencyStore;
import java.time.Duration;

/** What a contract test needs to know of the store it tests. */
public interface StoreUnderTest {

    /** The store; the same one throughout a test, and empty when the test begins. */
    IdempotencyStore store();

    /**
     * Lets the store believe that this much time has passed. Where the clock cannot be set, shift all stored times back
     * instead: no test may sleep.
     */
    void letTimePass(Duration duration);
}
