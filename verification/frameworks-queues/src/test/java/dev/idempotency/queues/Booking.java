package dev.idempotency.queues;

import dev.idempotency.core.template.Execution;
import dev.idempotency.core.template.IdempotencyTemplate;
import dev.idempotency.core.template.IdempotentResult;
import dev.idempotency.core.template.KeyedOperation;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/** What every recipe does with a delivery: it books the invoice, once for its key. */
@Component
class Booking {

    private final IdempotencyTemplate idempotency;
    private final JdbcClient jdbc;
    private final Stops stops;
    private final List<IdempotentResult<String>> results = new CopyOnWriteArrayList<>();

    Booking(IdempotencyTemplate idempotency, JdbcClient jdbc, Stops stops) {
        this.idempotency = idempotency;
        this.jdbc = jdbc;
        this.stops = stops;
    }

    /** Throws where the queue is to deliver it again. */
    void book(String invoice, Function<KeyedOperation, Execution> way) {
        IdempotentResult<String> result = way.apply(
                        idempotency.operation("book-invoice").key(invoice))
                .run(String.class, () -> {
                    jdbc.sql("INSERT INTO booking (invoice) VALUES (?)")
                            .param(invoice)
                            .update();
                    stops.at(Stop.IN_WORK);
                    return "booked";
                });
        if (!(result instanceof IdempotentResult.Ran || result instanceof IdempotentResult.Replayed)) {
            throw new IllegalStateException("To be delivered again: " + result);
        }
        stops.at(Stop.AFTER_CALL);
        afterCommit(() -> stops.at(Stop.AFTER_COMMIT));
        results.add(result);
    }

    private static void afterCommit(Runnable callback) {
        if (!TransactionSynchronizationManager.isActualTransactionActive()) {
            callback.run();
            return;
        }
        TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {
            @Override
            public void afterCommit() {
                callback.run();
            }
        });
    }

    /** Those of this process, in their order. */
    List<IdempotentResult<String>> results() {
        return results;
    }
}
