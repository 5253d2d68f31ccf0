/** Orders are refunded, once and for all. */
@NullMarked
package dev.idempotency.sample.refund;

import org.jspecify.annotations.NullMarked;
