/** Waiting. */
@NullMarked
package dev.idempotency.chaos.time;

import org.jspecify.annotations.NullMarked;
