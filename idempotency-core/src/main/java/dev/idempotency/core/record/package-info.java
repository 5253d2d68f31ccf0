/** What a store knows about a request: its record, the states it can be in and the answer that is replayed. */
@NullMarked
package dev.idempotency.core.record;

import org.jspecify.annotations.NullMarked;
