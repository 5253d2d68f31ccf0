/** An application that takes orders and payments, and does neither twice. */
@NullMarked
package dev.idempotency.sample;

import org.jspecify.annotations.NullMarked;
