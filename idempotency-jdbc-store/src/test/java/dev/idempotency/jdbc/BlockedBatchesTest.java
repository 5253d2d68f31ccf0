package dev.idempotency.jdbc;

import static dev.idempotency.test.Requests.granted;
import static dev.idempotency.test.Requests.request;
import static dev.idempotency.test.Requests.response;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.idempotency.core.atrest.ResponseProtection;
import dev.idempotency.core.record.Lease;
import dev.idempotency.core.store.StoreException;
import dev.idempotency.jdbc.internal.batch.Grant;
import dev.idempotency.jdbc.internal.batch.RecordWrites;
import dev.idempotency.jdbc.internal.lease.RunCompletion;
import dev.idempotency.jdbc.internal.record.SqlFragments;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.assertj.core.util.Throwables;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A shared write in the middle of which a row is held by somebody else. */
@Timeout(60)
class BlockedBatchesTest {

    private static final String INSERT = """
        INSERT INTO idempotency_record (scope, key, operation, fingerprint, owner, state, token,
            lease_until, created_at, expires_at, reap_at)
        VALUES ('%s', '%s', 'POST /', '', 'other', 'in_progress', 1, now(), now(), now(), now())
        """;

    /** So many that the server does not read them all to find a few. */
    private static final String OTHERS = """
        INSERT INTO idempotency_record (scope, key, operation, fingerprint, owner, state, token,
            lease_until, created_at, expires_at, reap_at)
        SELECT 'others', n, 'POST /', '', 'other', 'in_progress', 1, now(), now(), now(), now()
        FROM generate_series(1, 1000) AS n
        """;

    /** Shorter than the server takes to find a deadlock, which would end the wait of one of the two. */
    private static final String HASTE = "SET LOCAL lock_timeout = '100ms'";

    private final TestStore table = TestStore.create();
    private final QueuedWrites writes = new QueuedWrites(table.dataSource());
    private final SqlFragments fragments = TestStore.patient().fragments();
    private final RecordWrites records = new RecordWrites(writes.database(), fragments, QueuedWrites.PATIENT);
    private final RunCompletion endings =
            new RunCompletion(writes.database(), fragments, records, ResponseProtection.NONE);

    @AfterEach
    void stop() {
        writes.close();
        table.close();
    }

    @Test
    void reservations_are_made_in_key_order_so_that_batches_never_deadlock() throws Exception {
        try (OtherSession other = new OtherSession(table.database()).execute(inserted("m"))) {
            writes.first(() -> records.insert(request("first")));
            List<CompletableFuture<Optional<Grant>>> batch = Stream.of("z", "m", "a")
                    .map(key -> writes.queued(() -> records.insert(request(key))))
                    .toList();
            writes.letGo();
            other.awaitBlocked(1);

            other.execute(HASTE).execute(inserted("z"));

            other.rollback();
            assertThat(batch).allSatisfy(each -> assertThat(each.get()).isPresent());
        }
    }

    @Test
    void completions_are_made_in_key_order_so_that_batches_never_deadlock() throws Exception {
        table.database().execute(OTHERS);
        List<Lease> leases = Stream.of("first", "z", "m", "a")
                .map(key -> granted(table.store(), request(key)).lease())
                .toList();
        try (OtherSession other =
                new OtherSession(table.database()).lock(leases.get(2).id())) {
            writes.first(() -> endings.complete(leases.get(0), response("first")));
            List<CompletableFuture<Boolean>> batch = leases.stream()
                    .skip(1)
                    .map(lease -> writes.queued(() -> endings.complete(lease, response("done"))))
                    .toList();
            writes.letGo();
            other.awaitBlocked(1);

            other.execute(HASTE).lock(leases.get(1).id());

            other.rollback();
            assertThat(batch).allSatisfy(each -> assertThat(each.get()).isTrue());
        }
    }

    @Test
    void a_lost_answer_to_a_shared_commit_is_lost_for_each_and_tells_no_record() throws Exception {
        List<Lease> leases = Stream.of("first", "secret-a", "secret-b")
                .map(key -> granted(table.store(), request(key)).lease())
                .toList();
        writes.first(() -> endings.complete(leases.get(0), response("first")));
        List<CompletableFuture<Boolean>> both = leases.stream()
                .skip(1)
                .map(lease -> writes.queued(() -> endings.complete(lease, response("body"))))
                .toList();
        try (OtherSession other =
                new OtherSession(table.database()).lock(leases.get(1).id())) {
            writes.letGo();
            other.awaitBlocked(1);
            table.database()
                    .execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                            + " WHERE datname = current_database() AND wait_event_type = 'Lock'");

            for (CompletableFuture<Boolean> each : both) {
                assertThatThrownBy(each::get)
                        .hasCauseInstanceOf(StoreException.AnswerLost.class)
                        .satisfies(failure -> assertThat(Throwables.getStackTrace(failure))
                                .doesNotContain("secret", HexFormat.of().formatHex("body".getBytes())));
            }
        }
        assertThat(endings.complete(leases.get(1), response("body"))).isTrue();
        assertThat(endings.complete(leases.get(2), response("body"))).isTrue();
    }

    private static String inserted(String key) {
        return INSERT.formatted(request(key).id().scope().value(), key);
    }
}
