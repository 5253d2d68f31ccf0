/** Records under leases: reserving, renewing and ending, each step a transaction of its own. */
@NullMarked
package dev.idempotency.jdbc.internal.lease;

import org.jspecify.annotations.NullMarked;
