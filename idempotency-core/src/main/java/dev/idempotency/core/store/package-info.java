/** The port that a store implements, the algorithm of a reservation, and the guard around a store. */
@NullMarked
package dev.idempotency.core.store;

import org.jspecify.annotations.NullMarked;
