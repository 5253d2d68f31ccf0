/** Payments: the work is done by somebody else, who can be slow, silent or away. */
@NullMarked
package dev.idempotency.sample.payment;

import org.jspecify.annotations.NullMarked;
