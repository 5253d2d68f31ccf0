/** What happens to requests while the store is away. */
@NullMarked
package dev.idempotency.core.internal.circuit;

import org.jspecify.annotations.NullMarked;
