/** What operators ask and decide: unknown outcomes, evictions, counts. */
@NullMarked
package dev.idempotency.jdbc.internal.operator;

import org.jspecify.annotations.NullMarked;
