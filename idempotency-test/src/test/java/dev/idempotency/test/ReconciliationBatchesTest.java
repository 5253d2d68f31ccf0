package dev.idempotency.test;

import static dev.idempotency.test.Requests.RETENTION;
import static dev.idempotency.test.Requests.granted;
import static dev.idempotency.test.Requests.request;
import static org.assertj.core.api.Assertions.assertThat;

import dev.idempotency.core.internal.reconcile.ReconcileBackoff;
import dev.idempotency.core.internal.reconcile.ReconcileJob;
import dev.idempotency.core.memory.InMemoryStore;
import dev.idempotency.core.operator.IdempotencyOperations;
import dev.idempotency.core.reconcile.ReconcileResult;
import dev.idempotency.core.reconcile.Reconciler;
import dev.idempotency.core.reconcile.UnknownRun;
import dev.idempotency.core.record.RecordSummary;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** One record of a batch in the way of the others. */
class ReconciliationBatchesTest {

    private static final Duration CLAIM = Duration.ofMillis(5);

    private final SettableClock clock = new SettableClock(Instant.parse("2026-01-01T00:00:00Z"));
    private final InMemoryStore store = new InMemoryStore(clock, 100);
    private final IdempotencyOperations operations = new IdempotencyOperations(store, RETENTION);

    @BeforeEach
    void twoAreUnknown() {
        granted(store, request("one")).markUnknown("Timeout");
        granted(store, request("another")).markUnknown("Timeout");
    }

    @Test
    void a_reconciler_that_does_not_even_know_what_it_handles_keeps_no_record_waiting() {
        ReconcileJob daemon = daemon(Duration.ofMinutes(1), new Told() {
            @Override
            public boolean handles(String operation) {
                throw new IllegalStateException("planted");
            }
        });

        assertThat(daemon.reconcileDue(10)).isEqualTo(2);

        assertThat(attempts()).containsExactly(1, 1);
    }

    @Test
    void a_reconciler_that_lacks_a_class_has_not_found_out() {
        ReconcileJob daemon = daemon(Duration.ofMinutes(1), new Told() {
            @Override
            public ReconcileResult find(UnknownRun run) {
                throw new NoClassDefFoundError("planted");
            }
        });

        assertThat(daemon.reconcileDue(10)).isEqualTo(2);

        assertThat(attempts()).containsExactly(1, 1);
    }

    @Test
    void what_a_batch_has_no_time_for_is_left_to_whoever_comes_next() {
        ReconcileJob daemon = daemon(CLAIM, new Told() {
            @Override
            public ReconcileResult find(UnknownRun run) {
                long start = System.nanoTime();
                while (System.nanoTime() - start < CLAIM.toNanos()) {
                    Thread.onSpinWait();
                }
                return new ReconcileResult.NotExecuted();
            }
        });

        assertThat(daemon.reconcileDue(10)).isOne();

        assertThat(attempts()).containsExactly(0);
        clock.advance(CLAIM);
        assertThat(daemon.reconcileDue(10)).isOne();
        assertThat(attempts()).isEmpty();
    }

    private List<Integer> attempts() {
        return operations.unknown(Optional.empty(), 10).stream()
                .map(RecordSummary::attempts)
                .toList();
    }

    private ReconcileJob daemon(Duration claim, Reconciler reconciler) {
        ReconcileBackoff backoff = new ReconcileBackoff(Duration.ofSeconds(10), Duration.ofMinutes(1), 3);
        return new ReconcileJob(store, List.of(reconciler), backoff, claim, RETENTION);
    }

    private static class Told implements Reconciler {

        @Override
        public boolean handles(String operation) {
            return true;
        }

        @Override
        public ReconcileResult find(UnknownRun run) {
            return new ReconcileResult.StillUnknown();
        }
    }
}
