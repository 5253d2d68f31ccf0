/** Finds, counts, sweeps and reaps records. */
@NullMarked
package dev.idempotency.jdbc.internal.maintenance;

import org.jspecify.annotations.NullMarked;
