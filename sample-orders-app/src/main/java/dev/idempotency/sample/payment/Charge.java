package dev.idempotency.sample.payment;

import java.util.UUID;

/** What the provider says it has charged. */
record Charge(UUID id, long orderId, long amountCents) {}
