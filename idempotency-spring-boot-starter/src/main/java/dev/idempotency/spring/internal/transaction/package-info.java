/** The transactions of handlers in mode TRANSACTIONAL, as Spring's own rules want them. */
@NullMarked
package dev.idempotency.spring.internal.transaction;

import org.jspecify.annotations.NullMarked;
