/** Which requests are protected, and how. */
@NullMarked
package dev.idempotency.spring.endpoint;

import org.jspecify.annotations.NullMarked;
