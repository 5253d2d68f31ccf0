/** The port that a store implements, and the algorithm of a reservation. */
@NullMarked
package dev.idempotency.core.store;

import org.jspecify.annotations.NullMarked;
