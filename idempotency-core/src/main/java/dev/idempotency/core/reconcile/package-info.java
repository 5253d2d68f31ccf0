/** Finding out what became of a run whose outcome is unknown. */
@NullMarked
package dev.idempotency.core.reconcile;

import org.jspecify.annotations.NullMarked;
