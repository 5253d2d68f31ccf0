/** Step 4 and 7 of a request's way, reserve and complete: the port that a store implements, and the algorithm of a reservation. */
@NullMarked
package dev.idempotency.core.store;

import org.jspecify.annotations.NullMarked;
