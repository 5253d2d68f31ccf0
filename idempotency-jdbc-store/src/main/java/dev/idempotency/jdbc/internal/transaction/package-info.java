/** Records that are written in the transaction of the work that they tell of. */
@NullMarked
package dev.idempotency.jdbc.internal.transaction;

import org.jspecify.annotations.NullMarked;
