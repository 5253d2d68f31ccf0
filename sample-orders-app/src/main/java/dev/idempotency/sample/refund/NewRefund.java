package dev.idempotency.sample.refund;

import jakarta.validation.constraints.Positive;

/** How much somebody is to get back. */
record NewRefund(
        @Positive(message = "amountCents must be positive") long amountCents) {}
