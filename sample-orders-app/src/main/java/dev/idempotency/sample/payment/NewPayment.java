package dev.idempotency.sample.payment;

import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.Positive;
import jakarta.validation.constraints.Size;

/** What somebody wants to pay for, and with what. */
record NewPayment(
        @Positive long orderId,
        @Positive long amountCents,
        @NotBlank @Size(max = 100) String card) {}
