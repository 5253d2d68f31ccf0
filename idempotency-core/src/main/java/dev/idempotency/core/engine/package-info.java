/** The way of a request: reserve, run, classify, complete, answer; for any caller, HTTP or not. */
@NullMarked
package dev.idempotency.core.engine;

import org.jspecify.annotations.NullMarked;
