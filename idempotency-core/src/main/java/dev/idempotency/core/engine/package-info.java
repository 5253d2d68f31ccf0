/** Begins and ends runs, for any caller: an HTTP filter, a message listener, a job. */
@NullMarked
package dev.idempotency.core.engine;

import org.jspecify.annotations.NullMarked;
