package dev.idempotency.jdbc;

import static dev.idempotency.test.Requests.granted;
import static dev.idempotency.test.Requests.request;
import static dev.idempotency.test.Requests.response;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.idempotency.core.atrest.ResponseProtection;
import dev.idempotency.core.record.Header;
import dev.idempotency.core.record.Lease;
import dev.idempotency.core.record.RecordedAnswer;
import dev.idempotency.core.record.State;
import dev.idempotency.core.store.ReservationRequest;
import dev.idempotency.core.store.StoreException;
import dev.idempotency.jdbc.internal.batch.BatchLimits;
import dev.idempotency.jdbc.internal.batch.Grant;
import dev.idempotency.jdbc.internal.batch.RecordWrites;
import dev.idempotency.jdbc.internal.lease.RunCompletion;
import dev.idempotency.jdbc.internal.record.SqlFragments;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Reservations and completions that queue up behind one whose statement is held back, on Postgres. */
@Timeout(120)
class SharedReservationsTest {

    private final TestStore table = TestStore.create();
    private final QueuedWrites writes = new QueuedWrites(table.dataSource());
    private final SqlFragments fragments = JdbcStoreSettings.defaults().fragments();
    private final RecordWrites records = new RecordWrites(writes.database(), fragments, QueuedWrites.PATIENT);
    private final RunCompletion endings =
            new RunCompletion(writes.database(), fragments, records, ResponseProtection.NONE);

    @AfterEach
    void stop() {
        writes.close();
        table.close();
    }

    @Test
    void reservations_that_wait_share_a_statement_and_each_key_is_granted_once() throws Exception {
        ReservationRequest twin = request("b");
        CompletableFuture<Optional<Grant>> first = writes.first(() -> records.insert(request("first")));
        List<CompletableFuture<Optional<Grant>>> others = Stream.of(request("c"), twin, request("b"), request("a"))
                .map(request -> writes.queued(() -> records.insert(request)))
                .toList();
        writes.letGo();

        assertThat(first.get()).isPresent();
        assertThat(results(others).stream().map(Optional::isPresent)).containsExactly(true, true, false, true);
        assertThat(writes.calls()).containsExactly("INSERT", "INSERT");
        assertThat(table.store().find(twin.id()).orElseThrow().hold().owner()).isEqualTo(twin.owner());
    }

    @Test
    void a_key_that_somebody_blocks_costs_no_other_its_reservation() throws Exception {
        try (OtherSession other = new OtherSession(table.database())) {
            other.execute("""
                INSERT INTO idempotency_record (scope, key, operation, fingerprint, owner, state, token,
                    lease_until, created_at, expires_at, reap_at)
                VALUES ('%s', 'blocked', 'POST /', '', 'other', 'in_progress', 1, now(), now(), now(), now())
                """.formatted(request("blocked").id().scope().value()));
            writes.first(() -> records.insert(request("first")));
            CompletableFuture<Optional<Grant>> a = writes.queued(() -> records.insert(request("a")));
            CompletableFuture<Optional<Grant>> blocked = writes.queued(() -> records.insert(request("blocked")));
            CompletableFuture<Optional<Grant>> c = writes.queued(() -> records.insert(request("c")));
            writes.letGo();

            assertThat(a.get()).isPresent();
            assertThat(c.get()).isPresent();
            assertThatThrownBy(blocked::get).hasCauseInstanceOf(StoreException.NotApplied.class);
        }
    }

    @Test
    void completions_that_wait_share_a_commit_and_a_lease_that_was_lost_is_told_apart() throws Exception {
        List<Lease> leases = Stream.of("first", "c", "lost", "a")
                .map(key -> granted(table.store(), request(key)).lease())
                .toList();
        table.sql()
                .sql("UPDATE idempotency_record SET token = token + 1 WHERE key = 'lost'")
                .update();
        long transactions = transactions();
        CompletableFuture<Boolean> first = writes.first(() -> endings.complete(leases.get(0), response("first")));
        List<CompletableFuture<Boolean>> others = leases.stream()
                .skip(1)
                .map(lease -> writes.queued(
                        () -> endings.complete(lease, response(lease.id().key().value()))))
                .toList();
        writes.letGo();

        assertThat(first.get()).isTrue();
        assertThat(results(others)).containsExactly(true, false, true);
        assertThat(transactions() - transactions).isEqualTo(2);
        assertThat(stored("a")).contains("a".getBytes());
        assertThat(stored("c")).contains("c".getBytes());
        assertThat(table.store().find(leases.get(2).id()).orElseThrow().state()).isEqualTo(State.IN_PROGRESS);
    }

    @Test
    void reservations_and_completions_that_wait_share_a_round_trip_and_a_commit() throws Exception {
        Lease lease = granted(table.store(), request("done")).lease();
        CompletableFuture<Optional<Grant>> first = writes.first(() -> records.insert(request("first")));
        CompletableFuture<Boolean> completion = writes.queued(() -> endings.complete(lease, response("body")));
        CompletableFuture<Optional<Grant>> insertion = writes.queued(() -> records.insert(request("new")));
        writes.letGo();

        assertThat(first.get()).isPresent();
        assertThat(completion.get()).isTrue();
        assertThat(insertion.get()).isPresent();
        assertThat(writes.calls()).containsExactly("INSERT", "INSERT");
        assertThat(transactionOf("new")).isEqualTo(transactionOf("done")).isNotEqualTo(transactionOf("first"));
        assertThat(stored("done")).contains("body".getBytes());
    }

    @Test
    void a_completion_that_somebody_blocks_undoes_no_reservation_and_none_is_made_twice() throws Exception {
        Lease blocked = granted(table.store(), request("blocked")).lease();
        try (OtherSession other = new OtherSession(table.database()).lock(blocked.id())) {
            writes.first(() -> records.insert(request("first")));
            CompletableFuture<Optional<Grant>> insertion = writes.queued(() -> records.insert(request("new")));
            CompletableFuture<Boolean> completion = writes.queued(() -> endings.complete(blocked, response("body")));
            writes.letGo();
            other.awaitBlocked(1);

            assertThat(insertion.get()).isPresent();
            assertThatThrownBy(completion::get).hasCauseInstanceOf(StoreException.NotApplied.class);
            assertThat(table.store()
                            .find(request("new").id())
                            .orElseThrow()
                            .hold()
                            .token())
                    .isEqualTo(insertion.get().orElseThrow().token());
        }
    }

    @Test
    void answers_of_every_kind_are_kept_as_they_are_also_when_they_share_a_write() throws Exception {
        List<RecordedAnswer> kinds = List.of(
                RecordedAnswer.withoutBody(204, List.of()),
                RecordedAnswer.of(200, List.of(), new byte[0]),
                RecordedAnswer.of(
                        418,
                        List.of(
                                new Header("Quoted", "a \"b\" \\ c"),
                                new Header("Braces", "{x,y}"),
                                new Header("Null", "NULL")),
                        new byte[] {0, -1, '\\', '"'}),
                RecordedAnswer.of(599, List.of(new Header("Empty", ""), new Header("Empty", " ä ")), "ö".getBytes()));
        List<Lease> leases = IntStream.range(0, kinds.size())
                .mapToObj(number ->
                        granted(table.store(), request("kind-" + number)).lease())
                .toList();
        writes.first(() -> records.insert(request("first")));
        List<CompletableFuture<Boolean>> completions = IntStream.range(0, kinds.size())
                .mapToObj(number -> writes.queued(() -> endings.complete(leases.get(number), kinds.get(number))))
                .toList();
        writes.letGo();

        assertThat(results(completions)).containsOnly(true);
        assertThat(writes.calls()).as("none had to be written alone").containsExactly("INSERT", "UPDATE");
        assertThat(leases)
                .extracting(
                        lease -> table.store().find(lease.id()).orElseThrow().response())
                .usingRecursiveComparison()
                .isEqualTo(kinds);
    }

    @Test
    void with_a_single_connection_all_get_through() throws Exception {
        try (TestStore narrow = TestStore.on(table.database(), config -> {
            config.setMaximumPoolSize(1);
            config.setConnectionTimeout(10_000);
        })) {
            RecordWrites all =
                    new RecordWrites(TestStore.patient().executor(narrow.dataSource()), fragments, BatchLimits.DEFAULT);
            List<CompletableFuture<Optional<Grant>>> many = IntStream.range(0, 200)
                    .mapToObj(number -> request("key-" + number / 2))
                    .map(request -> writes.async(() -> all.insert(request)))
                    .toList();

            assertThat(results(many).stream().filter(Optional::isPresent)).hasSize(100);
        }
    }

    private Optional<byte[]> stored(String key) {
        return table.store().find(request(key).id()).orElseThrow().response().body();
    }

    private String transactionOf(String key) {
        return table.sql()
                .sql("SELECT xmin::text FROM idempotency_record WHERE key = ?")
                .param(key)
                .query(String.class)
                .single();
    }

    private long transactions() {
        return table.sql()
                .sql("SELECT pg_snapshot_xmax(pg_current_snapshot())::text::bigint")
                .query(Long.class)
                .single();
    }

    private static <T> List<T> results(List<CompletableFuture<T>> futures) {
        return futures.stream().map(CompletableFuture::join).toList();
    }
}
