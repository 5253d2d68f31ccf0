package dev.idempotency.sample.shipment;

import java.time.Instant;

/** An order on its way. */
record Shipment(long id, long orderId, String carrier, Instant shippedAt) {}
