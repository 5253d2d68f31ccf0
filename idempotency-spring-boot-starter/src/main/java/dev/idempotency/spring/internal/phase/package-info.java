/** Runs the phases of handlers. */
@NullMarked
package dev.idempotency.spring.internal.phase;

import org.jspecify.annotations.NullMarked;
