/** Whose keys they are: a key is unique within a scope only. */
@NullMarked
package dev.idempotency.core.scope;

import org.jspecify.annotations.NullMarked;
