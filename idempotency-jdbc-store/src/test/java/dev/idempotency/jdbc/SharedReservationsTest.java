package dev.idempotency.jdbc;

import static dev.idempotency.test.Requests.granted;
import static dev.idempotency.test.Requests.request;
import static dev.idempotency.test.Requests.response;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.idempotency.core.record.Lease;
import dev.idempotency.core.record.State;
import dev.idempotency.core.store.ReservationRequest;
import dev.idempotency.core.store.StoreException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.assertj.core.util.Throwables;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Reservations and completions that queue up behind one whose statement is held back, on Postgres. */
@Timeout(120)
class SharedReservationsTest {

    private static final Sharing PATIENT = new Sharing(1, 64, Duration.ofMinutes(1));

    private final TestStore table = TestStore.create();
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final List<Thread> waiting = Collections.synchronizedList(new ArrayList<>());
    private final CountDownLatch heldBack = new CountDownLatch(1);
    private final CountDownLatch reached = new CountDownLatch(1);
    private final WatchedDataSource watched = new WatchedDataSource(table.dataSource(), sql -> holdBackFirst());
    private final OwnTransaction database = new OwnTransaction(watched, Duration.ofSeconds(30));
    private final RequestSql sql = new RequestSql(new SqlFragments(JdbcStoreSettings.defaults()));
    private final Insertions insertions = new Insertions(database, sql, PATIENT);
    private final Endings endings = new Endings(database, sql, PATIENT);
    private final Endings patient =
            new Endings(database, new RequestSql(new SqlFragments(TestStore.patient())), PATIENT);

    @AfterEach
    void stop() {
        heldBack.countDown();
        threads.shutdownNow();
        table.close();
    }

    @Test
    void reservations_that_wait_share_a_statement_and_each_key_is_granted_once() throws Exception {
        ReservationRequest twin = request("b");
        CompletableFuture<Optional<Grant>> first = async(() -> insertions.insert(request("first")));
        reached.await();
        List<CompletableFuture<Optional<Grant>>> others = Stream.of(request("c"), twin, request("b"), request("a"))
                .map(request -> queued(() -> insertions.insert(request)))
                .toList();
        heldBack.countDown();

        assertThat(first.get()).isPresent();
        assertThat(results(others).stream().map(Optional::isPresent)).containsExactly(true, true, false, true);
        assertThat(watched.calls()).containsExactly("INSERT", "INSERT");
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
            async(() -> insertions.insert(request("first")));
            reached.await();
            CompletableFuture<Optional<Grant>> a = queued(() -> insertions.insert(request("a")));
            CompletableFuture<Optional<Grant>> blocked = queued(() -> insertions.insert(request("blocked")));
            CompletableFuture<Optional<Grant>> c = queued(() -> insertions.insert(request("c")));
            heldBack.countDown();

            assertThat(a.get()).isPresent();
            assertThat(c.get()).isPresent();
            assertThatThrownBy(blocked::get).hasCauseInstanceOf(StoreException.NotReached.class);
        }
    }

    @Test
    void completions_that_wait_share_a_commit_and_a_lease_that_was_lost_is_told_apart() throws Exception {
        List<Lease> leases = Stream.of("first", "c", "lost", "a")
                .map(key -> granted(table.store(), request(key)))
                .toList();
        table.sql()
                .sql("UPDATE idempotency_record SET token = token + 1 WHERE key = 'lost'")
                .update();
        long transactions = transactions();
        CompletableFuture<Boolean> first = async(() -> endings.complete(leases.get(0), response("first")));
        reached.await();
        List<CompletableFuture<Boolean>> others = leases.stream()
                .skip(1)
                .map(lease -> queued(
                        () -> endings.complete(lease, response(lease.id().key().value()))))
                .toList();
        heldBack.countDown();

        assertThat(first.get()).isTrue();
        assertThat(results(others)).containsExactly(true, false, true);
        assertThat(transactions() - transactions).isEqualTo(2);
        assertThat(stored("a")).contains("a".getBytes());
        assertThat(stored("c")).contains("c".getBytes());
        assertThat(table.store().find(leases.get(2).id()).orElseThrow().state()).isEqualTo(State.IN_PROGRESS);
    }

    @Test
    void a_shared_commit_whose_answer_is_lost_is_lost_for_each_and_tells_nobody_what_was_in_it() throws Exception {
        List<Lease> leases = Stream.of("first", "secret-a", "secret-b")
                .map(key -> granted(table.store(), request(key)))
                .toList();
        async(() -> patient.complete(leases.get(0), response("first")));
        reached.await();
        List<CompletableFuture<Boolean>> both = leases.stream()
                .skip(1)
                .map(lease -> queued(() -> patient.complete(lease, response("body"))))
                .toList();
        try (OtherSession other =
                new OtherSession(table.database()).lock(leases.get(1).id())) {
            heldBack.countDown();
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
        assertThat(patient.complete(leases.get(1), response("body"))).isTrue();
        assertThat(patient.complete(leases.get(2), response("body"))).isTrue();
    }

    @Test
    void with_a_single_connection_all_get_through() throws Exception {
        try (TestStore narrow = TestStore.on(table.database(), config -> {
            config.setMaximumPoolSize(1);
            config.setConnectionTimeout(10_000);
        })) {
            Insertions all = new Insertions(
                    new OwnTransaction(narrow.dataSource(), Duration.ofSeconds(30)), sql, Sharing.DEFAULT);
            List<CompletableFuture<Optional<Grant>>> many = IntStream.range(0, 200)
                    .mapToObj(number -> request("key-" + number / 2))
                    .map(request -> async(() -> all.insert(request)))
                    .toList();

            assertThat(results(many).stream().filter(Optional::isPresent)).hasSize(100);
        }
    }

    private Optional<byte[]> stored(String key) {
        return table.store().find(request(key).id()).orElseThrow().response().body();
    }

    private long transactions() {
        return table.sql()
                .sql("SELECT pg_snapshot_xmax(pg_current_snapshot())::text::bigint")
                .query(Long.class)
                .single();
    }

    private void holdBackFirst() {
        if (reached.getCount() > 0) {
            reached.countDown();
            try {
                heldBack.await();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    private <T> CompletableFuture<T> async(Supplier<T> write) {
        return CompletableFuture.supplyAsync(write, threads);
    }

    private <T> CompletableFuture<T> queued(Supplier<T> write) {
        int before = waiting.size();
        CompletableFuture<T> result = async(() -> {
            waiting.add(Thread.currentThread());
            return write.get();
        });
        SharedWritesTest.awaitQueued(waiting, before + 1);
        return result;
    }

    private static <T> List<T> results(List<CompletableFuture<T>> futures) {
        return futures.stream().map(CompletableFuture::join).toList();
    }
}
