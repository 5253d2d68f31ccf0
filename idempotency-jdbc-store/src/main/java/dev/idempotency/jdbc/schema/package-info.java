/** Makes the table of records, or tells what it lacks, and warns of a database that forgets. */
@NullMarked
package dev.idempotency.jdbc.schema;

import org.jspecify.annotations.NullMarked;
