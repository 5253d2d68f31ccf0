/** Notices how an asynchronous request goes on and ends, before the container does. */
@NullMarked
package dev.idempotency.spring.web.async;

import org.jspecify.annotations.NullMarked;
