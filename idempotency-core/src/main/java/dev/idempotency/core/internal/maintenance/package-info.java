/** Background work on every node: it finds lost runs and removes expired records. */
@NullMarked
package dev.idempotency.core.internal.maintenance;

import org.jspecify.annotations.NullMarked;
