/** What an idempotency key is, and how it is read from a request's header lines. */
@NullMarked
package dev.idempotency.core.key;

import org.jspecify.annotations.NullMarked;
