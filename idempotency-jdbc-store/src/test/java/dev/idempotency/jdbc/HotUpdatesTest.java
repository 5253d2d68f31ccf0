package dev.idempotency.jdbc;

import static dev.idempotency.test.Requests.granted;
import static dev.idempotency.test.Requests.request;
import static dev.idempotency.test.Requests.response;
import static org.assertj.core.api.Assertions.assertThat;

import dev.idempotency.core.record.RecordedAnswer;
import dev.idempotency.core.store.GrantedRun;
import dev.idempotency.core.store.IdempotencyStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A completion touches no index: the new version of the row lies beside the old one, and is reached through it. */
class HotUpdatesTest {

    private static final int COMPLETIONS = 2_000;
    private static final String BODY =
            "{\"id\":\"4711\",\"sku\":\"book\",\"quantity\":1,\"note\":\"" + "x".repeat(150) + "\"}";

    private final TestStore table = TestStore.create(config -> config.setMaximumPoolSize(1));

    @AfterEach
    void stop() {
        table.close();
    }

    @Test
    void two_thousand_completions_are_two_thousand_heap_only_updates() {
        IdempotencyStore store = table.store();
        RecordedAnswer response = response(BODY);
        List<GrantedRun> leases = new ArrayList<>();
        for (int i = 0; i < COMPLETIONS; i++) {
            leases.add(granted(store, request("hot-" + i)));
        }

        leases.forEach(lease -> assertThat(lease.complete(response)).isTrue());

        assertAllAreHot();
    }

    @Test
    void two_thousand_failures_are_two_thousand_heap_only_updates() {
        for (int i = 0; i < COMPLETIONS; i++) {
            assertThat(granted(table.store(), request("hot-" + i)).fail("Boom")).isTrue();
        }

        assertAllAreHot();
    }

    private void assertAllAreHot() {
        table.dataSource().close();
        OtherSession.await(() -> (long) updates().get("updated") >= COMPLETIONS, "the statistics");
        assertThat(updates()).isEqualTo(Map.of("updated", (long) COMPLETIONS, "hot", (long) COMPLETIONS));
    }

    private Map<String, Object> updates() {
        return table.sql()
                .sql("SELECT n_tup_upd AS updated, n_tup_hot_upd AS hot FROM pg_stat_user_tables"
                        + " WHERE relname = 'idempotency_record'")
                .query()
                .singleRow();
    }
}
