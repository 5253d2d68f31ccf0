package dev.idempotency.sample.provider;

import java.time.Instant;
import java.util.UUID;

/**
 * A charge that was made.
 *
 * @param requests how often it was asked for, all with one key
 */
record LedgerEntry(UUID id, long orderId, long amountCents, String card, int requests, Instant chargedAt) {}
