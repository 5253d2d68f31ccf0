/** What is counted and timed, where Micrometer is there. */
@NullMarked
package dev.idempotency.spring.internal.metrics;

import org.jspecify.annotations.NullMarked;
