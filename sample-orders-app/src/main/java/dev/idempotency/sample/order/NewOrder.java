package dev.idempotency.sample.order;

import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.Size;
import org.hibernate.validator.constraints.Range;
import org.jspecify.annotations.Nullable;

/** What somebody wants to have. */
record NewOrder(
        @NotBlank(message = "sku must not be blank") String sku,

        @Range(min = 1, max = 1_000_000, message = "quantity must be from 1 to 1000000")
        int quantity,

        @Size(max = 500, message = "note must be at most 500 characters long") @Nullable String note) {}
