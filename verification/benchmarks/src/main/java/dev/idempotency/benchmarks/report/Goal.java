package dev.idempotency.benchmarks.report;

import java.util.List;

/** A share of plain's throughput that is to be reached. */
record Goal(Shape shape, int connections, double ratio) {

    static final List<Goal> ALL = List.of(
            new Goal(Shape.BYSTANDER, 16, 0.99),
            new Goal(Shape.LEASE, 1, 0.52),
            new Goal(Shape.LEASE, 16, 0.65),
            new Goal(Shape.LEASE, 64, 0.80),
            new Goal(Shape.TRANSACTIONAL, 16, 0.80),
            new Goal(Shape.REPLAY, 16, 2.50));
}
