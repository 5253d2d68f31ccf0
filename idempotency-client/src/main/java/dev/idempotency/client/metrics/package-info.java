/** What is counted of calls, where Micrometer is there. */
@NullMarked
package dev.idempotency.client.metrics;

import org.jspecify.annotations.NullMarked;
