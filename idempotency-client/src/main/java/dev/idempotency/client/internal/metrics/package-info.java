/** What is counted of calls, where Micrometer is there. */
@NullMarked
package dev.idempotency.client.internal.metrics;

import org.jspecify.annotations.NullMarked;
