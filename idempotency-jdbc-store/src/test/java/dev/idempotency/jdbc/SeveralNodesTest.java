package dev.idempotency.jdbc;

import static dev.idempotency.test.Requests.RETENTION;
import static dev.idempotency.test.Requests.granted;
import static dev.idempotency.test.Requests.request;
import static org.assertj.core.api.Assertions.assertThat;

import dev.idempotency.core.internal.reconcile.ReconcileBackoff;
import dev.idempotency.core.internal.reconcile.ReconcileJob;
import dev.idempotency.core.reconcile.ReconcileResult;
import dev.idempotency.core.reconcile.Reconciler;
import dev.idempotency.core.reconcile.UnknownRun;
import dev.idempotency.core.record.RecordId;
import dev.idempotency.test.AtOnce;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Nodes that all look for unknown outcomes at the same moment. */
class SeveralNodesTest {

    private static final int RECORDS = 60;
    private static final Duration INTERVAL = Duration.ofMinutes(1);

    private final TestStore table = TestStore.create();
    private final List<TestStore> others = new ArrayList<>();
    private final Counting provider = new Counting();

    @AfterEach
    void stop() {
        others.forEach(TestStore::close);
        table.close();
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3})
    void each_unknown_outcome_is_asked_after_once_in_an_interval_by_all_nodes_together(int nodes) throws Exception {
        for (int i = 0; i < RECORDS; i++) {
            granted(table.store(), request("unknown-" + i)).markUnknown("Timeout");
        }
        List<Callable<Integer>> looks = new ArrayList<>();
        for (int node = 0; node < nodes; node++) {
            ReconcileJob daemon = node();
            looks.add(() -> daemon.reconcileDue(7));
        }

        for (int interval = 1; interval <= 3; interval++) {
            int asked = 0;
            int now;
            do {
                now = AtOnce.call(looks).stream().mapToInt(Integer::intValue).sum();
                asked += now;
            } while (now > 0);

            assertThat(asked).isEqualTo(RECORDS);
            assertThat(provider.asked).hasSize(RECORDS).values().containsOnly(interval);
            table.letTimePass(INTERVAL.multipliedBy(2));
        }
    }

    /** With connections of its own, as another process would have. */
    private ReconcileJob node() {
        TestStore own = TestStore.on(table.database(), config -> config.setMaximumPoolSize(2));
        others.add(own);
        return new ReconcileJob(
                own.store(), List.of(provider), new ReconcileBackoff(INTERVAL, INTERVAL, 10), INTERVAL, RETENTION);
    }

    /** Counts how often it is asked after each. */
    private static final class Counting implements Reconciler {

        private final Map<RecordId, Integer> asked = new ConcurrentHashMap<>();

        @Override
        public boolean handles(String operation) {
            return true;
        }

        @Override
        public ReconcileResult find(UnknownRun run) {
            asked.merge(run.id(), 1, Integer::sum);
            return new ReconcileResult.StillUnknown();
        }
    }
}
