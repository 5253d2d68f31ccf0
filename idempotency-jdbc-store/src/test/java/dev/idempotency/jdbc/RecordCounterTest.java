package dev.idempotency.jdbc;

import static dev.idempotency.test.Requests.BY_HAND;
import static dev.idempotency.test.Requests.granted;
import static dev.idempotency.test.Requests.request;
import static dev.idempotency.test.Requests.response;
import static org.assertj.core.api.Assertions.assertThat;

import dev.idempotency.core.record.State;
import dev.idempotency.core.scope.Scope;
import dev.idempotency.core.store.GrantedRun;
import dev.idempotency.core.store.RecordCensus.Count;
import dev.idempotency.core.store.Resolution;
import java.util.Map;
import java.util.Optional;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;

class RecordCounterTest {

    @Test
    void a_table_of_moderate_size_is_counted_exactly() {
        try (TestStore table = TestStore.create()) {
            JdbcIdempotencyStore store = table.store();
            granted(store, request("running"));
            granted(store, request("done")).complete(response("done"));
            granted(store, request("also done")).complete(response("done"));
            granted(store, request("failed")).fail("error");
            granted(store, request("unknown")).markUnknown("error");
            GrantedRun letter = granted(store, request("dead letter"));
            letter.markUnknown("error");
            store.resolve(
                    letter.lease().id(),
                    letter.lease().token(),
                    new Resolution.StillUnknown(Optional.empty()),
                    Optional.empty());

            assertThat(store.count())
                    .isEqualTo(new Count(
                            Map.of(
                                    State.IN_PROGRESS, 1L,
                                    State.COMPLETED, 2L,
                                    State.FAILED_RETRYABLE, 1L,
                                    State.UNKNOWN, 2L),
                            1,
                            false));
        }
    }

    @Test
    void the_records_of_a_scope_are_counted_up_to_a_limit_without_expired_ones() {
        try (TestStore table = TestStore.create()) {
            JdbcIdempotencyStore store = table.store();
            GrantedRun evicted = granted(store, request("a"));
            evicted.complete(response("done"));
            store.evict(evicted.lease().id(), BY_HAND);
            granted(store, request("b"));
            granted(store, request("c")).complete(response("done"));
            granted(store, request("d")).fail("error");
            Scope scope = evicted.lease().id().scope();

            assertThat(store.count(scope, 10)).isEqualTo(3);
            assertThat(store.count(scope, 3)).isEqualTo(3);
            assertThat(store.count(scope, 2)).isEqualTo(2);
            assertThat(store.count(Scope.of("nobody's"), 10)).isZero();
        }
    }

    @Test
    void of_a_large_table_only_a_part_is_read_and_the_rare_states_are_still_exact() {
        try (TestStore table = TestStore.create()) {
            table.database().execute("""
                INSERT INTO idempotency_record (scope, key, token, lease_until, created_at, expires_at, reap_at,
                    state, operation, owner, fingerprint, response_version, response_status, response_headers, response_body)
                SELECT 'scope', md5(n::text), 1, now(), now(), now(), now(), 'completed', 'POST', 'nobody', '', 1, 200, '{}',
                    decode(repeat('00', 1500), 'hex')
                FROM generate_series(1, 9000) AS n""");
            granted(table.store(), request("unknown")).markUnknown("error");

            Count count = table.store().count();

            assertThat(count.estimated()).isTrue();
            assertThat(count.byState().get(State.UNKNOWN)).isEqualTo(1);
            assertThat(count.byState().get(State.COMPLETED)).isCloseTo(9000L, Percentage.withPercentage(20));
        }
    }
}
