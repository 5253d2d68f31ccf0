/** Breaks processes, network and database, in an order that the seed decides. */
@NullMarked
package dev.idempotency.chaos.fault;

import org.jspecify.annotations.NullMarked;
