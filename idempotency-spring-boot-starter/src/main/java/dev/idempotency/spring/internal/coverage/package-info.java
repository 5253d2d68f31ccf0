/** Looks at start-up for endpoints without protection, and for annotations that nothing looks for. */
@NullMarked
package dev.idempotency.spring.internal.coverage;

import org.jspecify.annotations.NullMarked;
