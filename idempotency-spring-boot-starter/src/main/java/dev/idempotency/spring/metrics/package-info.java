/** Which metrics there are. */
@NullMarked
package dev.idempotency.spring.metrics;

import org.jspecify.annotations.NullMarked;
