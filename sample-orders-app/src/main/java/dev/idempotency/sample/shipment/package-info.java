/** Orders are shipped, one thing at a time for each. */
@NullMarked
package dev.idempotency.sample.shipment;

import org.jspecify.annotations.NullMarked;
