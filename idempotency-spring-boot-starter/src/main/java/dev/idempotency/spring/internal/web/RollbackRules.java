package dev.idempotency.spring.internal.web;

import org.jspecify.annotations.Nullable;

/**
 * Decides which exceptions of a handler undo its work, independently of the answer that an exception handler makes of
 * them.
 */
@FunctionalInterface
public interface RollbackRules {

    /** Nothing can be undone. */
    RollbackRules NONE = (handler, thrown) -> false;

    /**
     * Whether the exception undoes the work.
     *
     * @param handler as Spring MVC knows it; null if there is none
     * @param thrown as Spring MVC got it
     */
    boolean undo(@Nullable Object handler, Throwable thrown);
}
