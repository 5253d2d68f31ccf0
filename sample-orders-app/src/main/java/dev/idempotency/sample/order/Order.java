package dev.idempotency.sample.order;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** An order as its tenant sees it. */
public record Order(
        long id, String sku, int quantity, @Nullable String note, Instant placedAt) {}
