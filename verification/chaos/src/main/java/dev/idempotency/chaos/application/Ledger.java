package dev.idempotency.chaos.application;

import dev.idempotency.chaos.history.Receipt;

/** Where effects are written down. */
@FunctionalInterface
interface Ledger {

    void add(Order order, Receipt receipt);
}
