package dev.idempotency.spring.internal.web;

import org.jspecify.annotations.Nullable;

/** Tells which exceptions of a handler undo what it has done, whatever answer is made of them. */
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
