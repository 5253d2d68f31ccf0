/** Asks reconcilers about unknown outcomes. */
@NullMarked
package dev.idempotency.core.internal.reconcile;

import org.jspecify.annotations.NullMarked;
