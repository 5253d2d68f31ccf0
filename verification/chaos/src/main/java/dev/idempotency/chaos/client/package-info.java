/** Clients that duplicate, reorder, abandon and retry, and write down every answer. */
@NullMarked
package dev.idempotency.chaos.client;

import org.jspecify.annotations.NullMarked;
