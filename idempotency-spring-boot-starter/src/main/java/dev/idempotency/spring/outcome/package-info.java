/** What the end of an HTTP request means for its record. */
@NullMarked
package dev.idempotency.spring.outcome;

import org.jspecify.annotations.NullMarked;
