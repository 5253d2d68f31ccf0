/** What an idempotency key is. */
@NullMarked
package dev.idempotency.core.key;

import org.jspecify.annotations.NullMarked;
