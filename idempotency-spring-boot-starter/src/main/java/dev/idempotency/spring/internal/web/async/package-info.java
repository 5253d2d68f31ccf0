/** Notices how an asynchronous request goes on and ends, before the container does. */
@NullMarked
package dev.idempotency.spring.internal.web.async;

import org.jspecify.annotations.NullMarked;
