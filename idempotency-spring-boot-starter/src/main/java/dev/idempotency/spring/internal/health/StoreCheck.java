package dev.idempotency.spring.internal.health;

/** Finds out whether the store can be used. */
@FunctionalInterface
public interface StoreCheck {

    /** Returns if all is well, and throws what is wrong; may take as long as the store does. */
    void run();
}
