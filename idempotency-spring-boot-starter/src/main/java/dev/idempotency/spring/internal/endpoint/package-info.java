/** What is asked about routes, handlers and beans. */
@NullMarked
package dev.idempotency.spring.internal.endpoint;

import org.jspecify.annotations.NullMarked;
