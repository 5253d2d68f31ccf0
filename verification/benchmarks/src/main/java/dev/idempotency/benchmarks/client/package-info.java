/** What a call costs that needs no retry. */
@NullMarked
package dev.idempotency.benchmarks.client;

import org.jspecify.annotations.NullMarked;
