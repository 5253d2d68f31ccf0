package dev.idempotency.benchmarks.report;

import java.util.List;

/** A share of plain's throughput that is to be reached. */
record Goal(RequestKind shape, int connections, double ratio) {

    static final List<Goal> ALL = List.of(
            new Goal(RequestKind.BYSTANDER, 16, 0.99),
            new Goal(RequestKind.LEASE, 1, 0.52),
            new Goal(RequestKind.LEASE, 16, 0.65),
            new Goal(RequestKind.LEASE, 64, 0.80),
            new Goal(RequestKind.TRANSACTIONAL, 16, 0.80),
            new Goal(RequestKind.REPLAY, 16, 2.50));
}
