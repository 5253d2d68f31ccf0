/** A complete store in memory, for tests and for development on a single node. */
@NullMarked
package dev.idempotency.core.memory;

import org.jspecify.annotations.NullMarked;
