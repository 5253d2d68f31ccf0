package dev.idempotency.jdbc;

import static dev.idempotency.test.Requests.BY_HAND;
import static dev.idempotency.test.Requests.granted;
import static dev.idempotency.test.Requests.request;
import static dev.idempotency.test.Requests.response;
import static org.assertj.core.api.Assertions.assertThat;

import dev.idempotency.core.record.Lease;
import dev.idempotency.core.record.State;
import dev.idempotency.core.scope.Scope;
import dev.idempotency.core.store.RecordCensus.Count;
import dev.idempotency.core.store.Resolution;
import java.util.Map;
import java.util.Optional;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;

class CensusTest {

    @Test
    void a_table_of_moderate_size_is_counted_exactly() {
        try (TestStore table = TestStore.create()) {
            JdbcIdempotencyStore store = table.store();
            granted(store, request("running"));
            store.complete(granted(store, request("done")), response("done"));
            store.complete(granted(store, request("also done")), response("done"));
            store.fail(granted(store, request("failed")), "error");
            store.markUnknown(granted(store, request("unknown")), "error");
            Lease letter = granted(store, request("dead letter"));
            store.markUnknown(letter, "error");
            store.resolve(letter.id(), letter.token(), new Resolution.StillUnknown(Optional.empty()), Optional.empty());

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
            Lease evicted = granted(store, request("a"));
            store.complete(evicted, response("done"));
            store.evict(evicted.id(), BY_HAND);
            granted(store, request("b"));
            store.complete(granted(store, request("c")), response("done"));
            store.fail(granted(store, request("d")), "error");
            Scope scope = evicted.id().scope();

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
            table.store().markUnknown(granted(table.store(), request("unknown")), "error");

            Count count = table.store().count();

            assertThat(count.estimated()).isTrue();
            assertThat(count.byState().get(State.UNKNOWN)).isEqualTo(1);
            assertThat(count.byState().get(State.COMPLETED)).isCloseTo(9000L, Percentage.withPercentage(20));
        }
    }
}
