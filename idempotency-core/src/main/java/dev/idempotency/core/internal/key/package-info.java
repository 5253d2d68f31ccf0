/** Reads keys from the lines of a header. */
@NullMarked
package dev.idempotency.core.internal.key;

import org.jspecify.annotations.NullMarked;
