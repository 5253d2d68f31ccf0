package dev.idempotency.sample.order;

import org.hibernate.validator.constraints.Range;

/** What somebody wants to have instead. */
record OrderChange(
        @Range(min = 1, max = 1_000_000, message = "quantity must be from 1 to 1000000")
        int quantity) {}
