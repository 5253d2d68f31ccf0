/** How many keys a scope may have, and how quickly it may take new ones. */
@NullMarked
package dev.idempotency.core.limit;

import org.jspecify.annotations.NullMarked;
