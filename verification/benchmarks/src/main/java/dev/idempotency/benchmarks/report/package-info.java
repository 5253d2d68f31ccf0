/** What was measured, as a table and as a plot. */
@NullMarked
package dev.idempotency.benchmarks.report;

import org.jspecify.annotations.NullMarked;
