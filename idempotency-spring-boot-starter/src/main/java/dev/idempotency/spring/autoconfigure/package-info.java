/** What Spring Boot sets up, and the properties {@code idempotency.*} that say how. */
@NullMarked
package dev.idempotency.spring.autoconfigure;

import org.jspecify.annotations.NullMarked;
