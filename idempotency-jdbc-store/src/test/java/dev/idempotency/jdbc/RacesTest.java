package dev.idempotency.jdbc;

import static dev.idempotency.test.Requests.LEASE;
import static dev.idempotency.test.Requests.RETENTION;
import static dev.idempotency.test.Requests.granted;
import static dev.idempotency.test.Requests.request;
import static dev.idempotency.test.Requests.response;
import static dev.idempotency.test.Requests.retry;
import static dev.idempotency.test.Requests.takeOver;
import static org.assertj.core.api.Assertions.assertThat;

import dev.idempotency.core.record.IdempotencyRecord;
import dev.idempotency.core.store.GrantedRun;
import dev.idempotency.core.store.IdempotencyStore.Reaping;
import dev.idempotency.core.store.Reservation;
import dev.idempotency.core.store.ReservationRequest;
import dev.idempotency.core.store.Resolution;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Two at once, held in the one order that matters by the locks of the database. */
class RacesTest {

    private final TestStore table = TestStore.create(config -> config.setMaximumPoolSize(30));
    private final ExecutorService threads = Executors.newCachedThreadPool();

    @AfterEach
    void stop() {
        threads.shutdownNow();
        table.close();
    }

    @Test
    void of_two_first_writers_the_second_waits_and_sees_the_first() throws Exception {
        ReservationRequest request = request("raced");
        try (OtherSession first = new OtherSession(table.database())) {
            insertUncommitted(first, request);
            assertThat(table.store().look(request)).isEmpty();
            CompletableFuture<Reservation> second = reserve(request);
            first.awaitBlocked(1);
            first.commit();

            assertThat(second.get()).isInstanceOf(Reservation.InProgress.class);
        }
    }

    @Test
    void of_two_first_writers_the_second_runs_when_the_first_is_undone() throws Exception {
        ReservationRequest request = request("raced");
        try (OtherSession first = new OtherSession(table.database())) {
            insertUncommitted(first, request);
            CompletableFuture<Reservation> second = reserve(request);
            first.awaitBlocked(1);
            first.rollback();

            assertThat(second.get()).isInstanceOf(Reservation.Granted.class);
        }
    }

    /** The times of an insert are computed before it waits: such a run was over before it began. */
    @Test
    void a_lease_that_was_waited_for_is_given_in_full() throws Exception {
        ReservationRequest waiting = new ReservationRequest(
                request("waited").id(),
                "POST /orders",
                request("waited").fingerprint(),
                "waiting",
                Duration.ofSeconds(1),
                RETENTION,
                request("waited").onLapsedLease());
        try (OtherSession first = new OtherSession(table.database())) {
            insertUncommitted(first, waiting);
            CompletableFuture<Reservation> second = reserve(waiting);
            first.awaitBlockedFor(Duration.ofMillis(1_100));
            first.rollback();

            assertThat(second.get()).isInstanceOf(Reservation.Granted.class);
            assertThat(table.sql()
                            .sql("SELECT lease_until - created_at > interval '2 seconds' FROM idempotency_record"
                                    + " WHERE key = 'waited'")
                            .query(Boolean.class)
                            .single())
                    .isTrue();
        }
    }

    @Test
    void of_twenty_take_overs_that_all_saw_the_lapsed_lease_one_wins() throws Exception {
        ReservationRequest request = takeOver(request("lapsed"));
        GrantedRun first = granted(table.store(), request);
        table.letTimePass(LEASE);
        List<CompletableFuture<Reservation>> attempts = new ArrayList<>();
        try (OtherSession other = new OtherSession(table.database()).lock(request.id())) {
            for (int i = 0; i < 20; i++) {
                attempts.add(reserve(takeOver(request)));
            }
            other.awaitBlocked(20);
        }

        List<Reservation> reservations =
                attempts.stream().map(CompletableFuture::join).toList();
        assertThat(reservations)
                .filteredOn(Reservation.Granted.class::isInstance)
                .hasSize(1);
        assertThat(reservations)
                .filteredOn(Reservation.InProgress.class::isInstance)
                .hasSize(19);
        assertThat(table.store().find(request.id()).orElseThrow().hold().token())
                .isGreaterThan(first.lease().token());
    }

    @Test
    void a_late_owner_that_completes_after_its_successor_leaves_the_record_untouched() {
        ReservationRequest request = takeOver(request("late"));
        GrantedRun late = granted(table.store(), request);
        table.letTimePass(LEASE);
        GrantedRun successor = granted(table.store(), takeOver(request));
        successor.complete(response("right"));
        IdempotencyRecord before = table.store().find(request.id()).orElseThrow();

        assertThat(late.complete(response("late"))).isFalse();
        assertThat(late.fail("late")).isFalse();
        assertThat(late.markUnknown("late")).isFalse();

        assertThat(table.store().find(request.id())).contains(before);
    }

    /** It is completed under the owner's token, but not by the owner: its answer is another one. */
    @Test
    void an_owner_that_ends_after_somebody_decided_for_it_is_refused() {
        ReservationRequest done = request("decided-done");
        GrantedRun late = granted(table.store(), done);
        late.markUnknown("lost");
        table.store()
                .resolve(
                        done.id(),
                        late.lease().token(),
                        new Resolution.Completed(response("decided"), RETENTION),
                        Optional.empty());
        ReservationRequest undone = request("decided-undone");
        GrantedRun alsoLate = granted(table.store(), undone);
        alsoLate.markUnknown("lost");
        table.store()
                .resolve(
                        undone.id(), alsoLate.lease().token(), new Resolution.NotExecuted(RETENTION), Optional.empty());

        assertThat(late.complete(response("own"))).isFalse();
        assertThat(alsoLate.fail("own")).isFalse();
    }

    @Test
    void neither_reaper_nor_sweeper_waits_for_or_touches_an_owner_that_is_renewing() throws Exception {
        ReservationRequest request = request("renewing");
        GrantedRun run = granted(table.store(), request);
        table.letTimePass(RETENTION.multipliedBy(2));
        try (OtherSession owner = renewUncommitted(request)) {
            assertThat(table.store().reap(Reaping.DELETE, 10)).isZero();
            assertThat(table.store().reap(Reaping.EXPIRE, 10)).isZero();
            assertThat(table.store().sweep(RETENTION.multipliedBy(3), 10)).isZero();
            owner.commit();
        }

        assertThat(table.store().sweep(RETENTION.multipliedBy(3), 10)).isZero();
        assertThat(run.complete(response("done"))).isTrue();
    }

    @Test
    void a_take_over_that_was_overtaken_by_a_renewal_does_not_run() throws Exception {
        ReservationRequest request = takeOver(request("overtaken"));
        GrantedRun run = granted(table.store(), request);
        table.letTimePass(LEASE);
        try (OtherSession owner = renewUncommitted(request)) {
            CompletableFuture<Reservation> attempt = reserve(takeOver(request));
            owner.awaitBlocked(1);
            owner.commit();

            assertThat(attempt.get()).isInstanceOf(Reservation.InProgress.class);
        }
        assertThat(run.complete(response("done"))).isTrue();
    }

    @Test
    void a_record_that_is_being_taken_over_is_not_reaped() throws Exception {
        ReservationRequest request = request("expired");
        granted(table.store(), request).complete(response("old"));
        table.letTimePass(RETENTION);
        CompletableFuture<Reservation> successor;
        try (OtherSession other = new OtherSession(table.database()).lock(request.id())) {
            successor = reserve(retry(request));
            other.awaitBlocked(1);
            assertThat(table.store().reap(Reaping.DELETE, 10)).isZero();
        }

        GrantedRun run = ((Reservation.Granted) successor.get()).run();
        assertThat(table.store().reap(Reaping.DELETE, 10)).isZero();
        assertThat(run.complete(response("new"))).isTrue();
    }

    private CompletableFuture<Reservation> reserve(ReservationRequest request) {
        return CompletableFuture.supplyAsync(() -> table.patientStore().reserve(request), threads);
    }

    /** A first writer that has not committed: a copy of another record. */
    private void insertUncommitted(OtherSession first, ReservationRequest request) throws SQLException {
        granted(table.store(), request("template"));
        first.execute("CREATE TEMP TABLE copied AS SELECT * FROM idempotency_record");
        first.execute("UPDATE copied SET key = '" + request.id().key().value() + "'");
        first.execute("INSERT INTO idempotency_record SELECT * FROM copied");
    }

    private OtherSession renewUncommitted(ReservationRequest request) throws SQLException {
        return new OtherSession(table.database())
                .execute("UPDATE idempotency_record SET lease_until = clock_timestamp() + interval '1 minute'"
                        + " WHERE key = '" + request.id().key().value() + "'");
    }
}
