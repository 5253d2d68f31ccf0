/** Makes and completes records, those that are asked for at the same moment with one statement and one commit. */
@NullMarked
package dev.idempotency.jdbc.internal.batch;

import org.jspecify.annotations.NullMarked;
