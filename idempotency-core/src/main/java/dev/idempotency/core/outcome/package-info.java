/** Step 6 of a request's way, classify: what a finished run means for the record. */
@NullMarked
package dev.idempotency.core.outcome;

import org.jspecify.annotations.NullMarked;
