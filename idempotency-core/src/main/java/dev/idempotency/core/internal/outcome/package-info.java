/** What exceptions say about their causes. */
@NullMarked
package dev.idempotency.core.internal.outcome;

import org.jspecify.annotations.NullMarked;
