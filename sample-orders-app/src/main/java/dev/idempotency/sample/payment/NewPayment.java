package dev.idempotency.sample.payment;

import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.Positive;
import jakarta.validation.constraints.Size;

/** What somebody wants to pay for, and with what. */
record NewPayment(
        @Positive(message = "orderId must be positive") long orderId,
        @Positive(message = "amountCents must be positive") long amountCents,

        @NotBlank(message = "card must not be blank") @Size(max = 100, message = "card must be at most 100 characters long") String card) {}
