/** What stands around a store: interceptors and listeners. */
@NullMarked
package dev.idempotency.core.internal.guard;

import org.jspecify.annotations.NullMarked;
