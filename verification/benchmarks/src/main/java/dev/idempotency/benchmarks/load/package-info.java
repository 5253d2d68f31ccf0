/** Loads the application from a process of its own, and takes the measurements. */
@NullMarked
package dev.idempotency.benchmarks.load;

import org.jspecify.annotations.NullMarked;
