/** Quotas of keys, as the library counts them itself. */
@NullMarked
package dev.idempotency.core.internal.limit;

import org.jspecify.annotations.NullMarked;
