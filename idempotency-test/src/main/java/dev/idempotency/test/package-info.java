/**
 * The rules that every store must keep, as tests: implement {@link dev.idempotency.test.IdempotencyStoreContract} in a test
 * class of your own.
 */
@NullMarked
package dev.idempotency.test;

import org.jspecify.annotations.NullMarked;
