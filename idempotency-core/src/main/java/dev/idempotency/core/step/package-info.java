/** The steps of a run: what a later run of the key does not repeat. */
@NullMarked
package dev.idempotency.core.step;

import org.jspecify.annotations.NullMarked;
