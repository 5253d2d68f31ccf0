/** Finds out what became of runs whose outcome is unknown. */
@NullMarked
package dev.idempotency.core.reconcile;

import org.jspecify.annotations.NullMarked;
