/** Runs any code once for a key: listeners, schedulers, batches; {@link dev.idempotency.core.template.IdempotencyTemplate} is the entry. */
@NullMarked
package dev.idempotency.core.template;

import org.jspecify.annotations.NullMarked;
