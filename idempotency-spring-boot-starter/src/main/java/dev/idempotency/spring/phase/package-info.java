/** Handlers in phases: what a later run of the same request does not repeat. */
@NullMarked
package dev.idempotency.spring.phase;

import org.jspecify.annotations.NullMarked;
