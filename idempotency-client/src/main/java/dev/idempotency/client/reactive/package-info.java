/** For {@code WebClient}, and for Reactor's {@code Retry}. */
@NullMarked
package dev.idempotency.client.reactive;

import org.jspecify.annotations.NullMarked;
