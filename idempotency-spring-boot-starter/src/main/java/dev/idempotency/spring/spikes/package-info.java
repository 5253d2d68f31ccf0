/** Which callers stand out at the moment. */
@NullMarked
package dev.idempotency.spring.spikes;

import org.jspecify.annotations.NullMarked;
