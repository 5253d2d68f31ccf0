/** A run on one page. */
@NullMarked
package dev.idempotency.chaos.report;

import org.jspecify.annotations.NullMarked;
