/** Requests as observations of Micrometer: a timer, and a span where there is tracing. */
@NullMarked
package dev.idempotency.spring.observation;

import org.jspecify.annotations.NullMarked;
