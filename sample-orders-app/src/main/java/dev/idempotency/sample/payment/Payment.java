package dev.idempotency.sample.payment;

import java.time.Instant;
import java.util.UUID;

/** A payment that was made: the provider's charge, as our books have it. */
record Payment(UUID chargeId, long orderId, long amountCents, Instant paidAt) {}
