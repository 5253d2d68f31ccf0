/** Encryption of stored answers and hashing of stored keys, as the library does them itself. */
@NullMarked
package dev.idempotency.core.internal.atrest;

import org.jspecify.annotations.NullMarked;
