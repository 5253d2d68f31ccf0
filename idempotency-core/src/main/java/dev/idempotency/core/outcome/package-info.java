/** What a finished run means for its record, and what handlers throw to say so. */
@NullMarked
package dev.idempotency.core.outcome;

import org.jspecify.annotations.NullMarked;
