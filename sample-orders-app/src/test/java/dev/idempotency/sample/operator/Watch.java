package dev.idempotency.sample.operator;

import dev.idempotency.core.store.StoreException;
import dev.idempotency.core.store.StoreInterceptor;
import dev.idempotency.core.store.StoreOperation;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.springframework.core.Ordered;

/** Counts the calls of the store that fail, and keeps the reconcilers waiting until told otherwise. */
final class Watch implements StoreInterceptor, Ordered {

    private final AtomicInteger failures = new AtomicInteger();
    private final CountDownLatch reconciliation = new CountDownLatch(1);

    int failures() {
        return failures.get();
    }

    void letReconcile() {
        reconciliation.countDown();
    }

    @Override
    public int getOrder() {
        return LOWEST_PRECEDENCE - 1;
    }

    @Override
    public <T> T around(StoreOperation operation, Supplier<T> call) {
        if (operation == StoreOperation.CLAIM_UNKNOWN) {
            waitForReconciliation();
        }
        try {
            return call.get();
        } catch (StoreException failure) {
            failures.incrementAndGet();
            throw failure;
        }
    }

    private void waitForReconciliation() {
        try {
            reconciliation.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
