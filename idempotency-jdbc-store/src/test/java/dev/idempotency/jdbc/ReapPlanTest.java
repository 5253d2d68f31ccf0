package dev.idempotency.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idempotency.core.store.IdempotencyStore.Reaping;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A batch of the reaper must cost what the batch costs, not what sorting all that is due would. */
class ReapPlanTest {

    private final TestStore table = TestStore.create();

    @AfterEach
    void stop() {
        table.close();
    }

    @BeforeEach
    void fill() {
        table.database().execute("""
            ALTER TABLE idempotency_record SET (autovacuum_enabled = false);
            INSERT INTO idempotency_record (scope, key, token, lease_until, created_at, expires_at, reap_at,
                state, operation, owner, fingerprint, response_version, response_status, response_headers, response_body)
            SELECT 'scope', n, 1, now(), now(), now() - n * interval '1 second', now() - n * interval '1 second',
                'completed', 'POST', 'nobody', '', 1, 200, '{}', ''
            FROM generate_series(1, 20000) AS n;
            ANALYZE idempotency_record;
            INSERT INTO idempotency_record_step (scope, key, generation, step, token, created_at, position, kind, state, owner)
            SELECT 'another scope', n, 1, 'step', 1, now(), 0, 'local', 'done', 'nobody'
            FROM generate_series(1, 5000) AS n;
            ANALYZE idempotency_record_step""");
    }

    @ParameterizedTest
    @EnumSource
    void a_batch_follows_the_index_until_it_has_enough(Reaping reaping) {
        assertFollowsIndex(reaping);
    }

    /** Postgres must not think that hardly anything is there to be reaped. */
    @ParameterizedTest
    @EnumSource
    void a_batch_follows_the_index_also_where_most_records_are_running(Reaping reaping) {
        table.database().execute("""
            INSERT INTO idempotency_record (scope, key, token, lease_until, created_at, expires_at, reap_at,
                state, operation, owner, fingerprint)
            SELECT 'busy', n, 1, now(), now(), now() + interval '1 day', now() + interval '1 day',
                'in_progress', 'POST', 'nobody', ''
            FROM generate_series(1, 30000) AS n;
            ANALYZE idempotency_record""");

        assertFollowsIndex(reaping);
    }

    private void assertFollowsIndex(Reaping reaping) {
        ExplainingDataSource explaining = new ExplainingDataSource(table.dataSource());
        JdbcIdempotencyStore store = new JdbcIdempotencyStore(explaining, JdbcStoreSettings.defaults());

        assertThat(List.of(store.reap(reaping, 500), store.reap(reaping, 500))).containsExactly(500, 500);

        assertThat(explaining.plans())
                .hasSize(2)
                .allSatisfy(plan -> assertThat(plan)
                        .contains("Index Scan using idempotency_record_reap")
                        .doesNotContain("Sort", "Bitmap", "Seq Scan"));
    }
}
