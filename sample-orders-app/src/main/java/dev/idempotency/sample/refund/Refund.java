package dev.idempotency.sample.refund;

import java.time.Instant;

/** What was given back for an order. */
record Refund(long id, long orderId, long amountCents, Instant refundedAt) {}
