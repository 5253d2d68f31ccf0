/** What becomes of the costs when there are many records. */
@NullMarked
package dev.idempotency.benchmarks.growth;

import org.jspecify.annotations.NullMarked;
