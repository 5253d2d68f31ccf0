/** What is asked of the server that keeps the table. */
@NullMarked
package dev.idempotency.jdbc.internal.schema;

import org.jspecify.annotations.NullMarked;
