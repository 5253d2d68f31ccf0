/** The scripts of the table, and what is asked of the server that keeps it. */
@NullMarked
package dev.idempotency.jdbc.internal.schema;

import org.jspecify.annotations.NullMarked;
