/** What it costs to tell whether two requests are the same. */
@NullMarked
package dev.idempotency.benchmarks.fingerprint;

import org.jspecify.annotations.NullMarked;
