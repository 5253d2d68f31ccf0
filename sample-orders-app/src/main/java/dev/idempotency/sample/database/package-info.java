/** The Postgres that is there when no other one is named. */
@NullMarked
package dev.idempotency.sample.database;

import org.jspecify.annotations.NullMarked;
