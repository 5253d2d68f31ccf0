/** Observes requests to protected endpoints. */
@NullMarked
package dev.idempotency.spring.internal.observation;

import org.jspecify.annotations.NullMarked;
