/** Protects answers and keys from readers of the store who may not see them. */
@NullMarked
package dev.idempotency.core.atrest;

import org.jspecify.annotations.NullMarked;
