/** The contract that every store must pass, as tests to extend. */
@NullMarked
package dev.idempotency.test;

import org.jspecify.annotations.NullMarked;
