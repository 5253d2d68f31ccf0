package dev.idempotency.sample.provider;

/** What the provider is asked to charge. */
record ChargeRequest(long orderId, long amountCents, String card) {}
