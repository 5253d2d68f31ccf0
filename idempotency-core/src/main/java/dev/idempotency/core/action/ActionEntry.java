package dev.idempotency.core.action;

/**
 * The entry of an action that the open transaction has made. It counts when the transaction is committed, and is gone
 * when it is rolled back.
 */
public interface ActionEntry {

    /** What the application calls the effect: who asks for the action again is told. At most 255 characters. */
    void refer(String reference);

    /** Takes the entry back, as the action was not done. */
    void withdraw();
}
