package dev.idempotency.sample.order;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.Positive;
import jakarta.validation.constraints.Size;
import org.jspecify.annotations.Nullable;

/** What somebody wants to have. */
record NewOrder(
        @NotBlank String sku,
        @Positive @Max(1_000_000) int quantity,
        @Size(max = 500) @Nullable String note) {}
