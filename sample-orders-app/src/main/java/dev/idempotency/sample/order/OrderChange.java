package dev.idempotency.sample.order;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Positive;

/** What somebody wants to have instead. */
record OrderChange(@Positive @Max(1_000_000) int quantity) {}
