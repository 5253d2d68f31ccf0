/** Keys for the systems that a handler calls. */
@NullMarked
package dev.idempotency.core.downstream;

import org.jspecify.annotations.NullMarked;
