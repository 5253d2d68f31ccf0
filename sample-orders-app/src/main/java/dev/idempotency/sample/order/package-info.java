/** Orders: everything they write is in one database, so one transaction holds the work and the record of its answer. */
@NullMarked
package dev.idempotency.sample.order;

import org.jspecify.annotations.NullMarked;
