/** How the store and the background work are, for whoever watches the application. */
@NullMarked
package dev.idempotency.spring.internal.health;

import org.jspecify.annotations.NullMarked;
