/** A record as a row of the table, and what the statements about it have in common. */
@NullMarked
package dev.idempotency.jdbc.internal.record;

import org.jspecify.annotations.NullMarked;
