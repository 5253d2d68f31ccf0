/** Gives the clients that Spring Boot builds what the properties {@code idempotency.client.*} say. */
@NullMarked
package dev.idempotency.client.autoconfigure;

import org.jspecify.annotations.NullMarked;
