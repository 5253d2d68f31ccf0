/** The steps of runs. */
@NullMarked
package dev.idempotency.jdbc.internal.step;

import org.jspecify.annotations.NullMarked;
