/** Which callers stand out at the moment. */
@NullMarked
package dev.idempotency.spring.internal.spikes;

import org.jspecify.annotations.NullMarked;
