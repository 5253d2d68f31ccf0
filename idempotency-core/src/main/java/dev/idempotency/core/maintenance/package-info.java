/** What every node does in the background so that records neither get stuck nor pile up. */
@NullMarked
package dev.idempotency.core.maintenance;

import org.jspecify.annotations.NullMarked;
