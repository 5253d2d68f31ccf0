package dev.idempotency.test;

import static dev.idempotency.test.Requests.LEASE;
import static dev.idempotency.test.Requests.RETENTION;
import static dev.idempotency.test.Requests.granted;
import static dev.idempotency.test.Requests.request;
import static dev.idempotency.test.Requests.response;
import static dev.idempotency.test.Requests.retry;
import static dev.idempotency.test.Requests.reuse;
import static dev.idempotency.test.Requests.takeOver;
import static org.assertj.core.api.Assertions.assertThat;

import dev.idempotency.core.record.IdempotencyRecord;
import dev.idempotency.core.record.State;
import dev.idempotency.core.store.GrantReason;
import dev.idempotency.core.store.GrantedRun;
import dev.idempotency.core.store.Reservation;
import dev.idempotency.core.store.ReservationRequest;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Who may run. */
public interface ReserveContract extends StoreUnderTest {

    @Test
    default void a_new_key_is_granted_and_visible_as_running() {
        ReservationRequest request = request("new");

        GrantedRun run = granted(store(), request);

        assertThat(run.lease()).isEqualTo(request.leaseWith(run.lease().token()));
        IdempotencyRecord record = store().find(request.id()).orElseThrow();
        assertThat(record.state()).isEqualTo(State.IN_PROGRESS);
        assertThat(record.id()).isEqualTo(request.id());
        assertThat(record.operation()).isEqualTo(request.operation());
        assertThat(record.fingerprint()).isEqualTo(request.fingerprint());
        assertThat(record.hold().token()).isEqualTo(run.lease().token());
        assertThat(record.hold().owner()).isEqualTo(request.owner());
        assertThat(Duration.between(
                        record.lifetime().createdAt(), record.lifetime().expiresAt()))
                .isBetween(
                        request.retention().minusSeconds(1), request.retention().plusSeconds(1));
    }

    @Test
    default void a_retry_of_a_running_request_is_told_the_rest_of_the_lease() {
        ReservationRequest first = request("running");
        granted(store(), first);
        letTimePass(Duration.ofSeconds(20));

        Reservation reservation = store().reserve(retry(first));

        assertThat(reservation).isInstanceOf(Reservation.InProgress.class);
        assertThat(((Reservation.InProgress) reservation).leaseLeft())
                .isPositive()
                .isLessThanOrEqualTo(LEASE.minusSeconds(20));
    }

    @Test
    default void another_request_with_the_key_of_a_running_one_is_a_reuse() {
        ReservationRequest first = request("reused-running");
        granted(store(), first);

        assertThat(store().reserve(reuse(first))).isInstanceOf(Reservation.Reused.class);
    }

    @Test
    default void another_request_with_the_key_of_a_finished_one_is_a_reuse() {
        ReservationRequest first = request("reused-finished");
        granted(store(), first).complete(response("done"));

        assertThat(store().reserve(reuse(first))).isInstanceOf(Reservation.Reused.class);
        assertThat(store().reserve(retry(first))).isInstanceOf(Reservation.Replay.class);
    }

    @Test
    default void another_request_with_the_key_of_a_failed_or_unknown_one_is_a_reuse() {
        ReservationRequest failed = request("reused-failed");
        granted(store(), failed).fail("error");
        ReservationRequest unknown = request("reused-unknown");
        granted(store(), unknown).markUnknown("error");

        assertThat(store().reserve(reuse(failed))).isInstanceOf(Reservation.Reused.class);
        assertThat(store().reserve(reuse(unknown))).isInstanceOf(Reservation.Reused.class);
    }

    @Test
    default void the_same_key_in_another_scope_is_another_record() {
        ReservationRequest alice = request("alice", "shared", "body");
        ReservationRequest bob = request("bob", "shared", "body");
        granted(store(), alice).complete(response("for alice"));

        GrantedRun bobs = granted(store(), bob);
        bobs.complete(response("for bob"));

        assertThat(store().reserve(retry(alice)))
                .isInstanceOfSatisfying(
                        Reservation.Replay.class,
                        replay -> assertThat(replay.response()).isEqualTo(response("for alice")));
        assertThat(store().reserve(retry(bob)))
                .isInstanceOfSatisfying(
                        Reservation.Replay.class,
                        replay -> assertThat(replay.response()).isEqualTo(response("for bob")));
    }

    @Test
    default void keys_are_case_sensitive() {
        granted(store(), request("Key"));

        granted(store(), request("key"));
    }

    @Test
    default void an_attempt_whose_first_reservation_was_answered_by_silence_finds_its_own() {
        ReservationRequest request = request("lost-answer");
        GrantedRun run = granted(store(), request);

        assertThat(granted(store(), request))
                .extracting(GrantedRun::lease, GrantedRun::expiresAt)
                .containsExactly(run.lease(), run.expiresAt());
    }

    @Test
    default void the_longest_and_oddest_names_are_kept() {
        ReservationRequest request = request("ümläut ✓ | \\ ' \"", "~".repeat(255), "body");

        granted(store(), request).complete(response("odd"));

        assertThat(store().find(request.id()).orElseThrow().id()).isEqualTo(request.id());
        assertThat(store().reserve(retry(request))).isInstanceOf(Reservation.Replay.class);
    }

    @Test
    default void looking_reserves_nothing() {
        ReservationRequest request = request("looked-at");

        assertThat(store().look(request)).isEmpty();
        assertThat(store().find(request.id())).isEmpty();

        granted(store(), request);
        assertThat(store().look(retry(request))).get().isInstanceOf(Reservation.InProgress.class);
        assertThat(store().look(reuse(request))).get().isInstanceOf(Reservation.Reused.class);
    }

    @Test
    default void looking_is_silent_where_a_reservation_would_write() {
        ReservationRequest failed = request("look-failed");
        granted(store(), failed).fail("error");
        ReservationRequest lapsed = request("look-lapsed");
        granted(store(), lapsed);
        letTimePass(LEASE);

        assertThat(store().look(retry(failed))).isEmpty();
        assertThat(store().look(retry(lapsed))).isEmpty();
        assertThat(store().find(lapsed.id()).orElseThrow().state()).isEqualTo(State.IN_PROGRESS);
    }

    @Test
    default void a_grant_says_why_it_was_given() {
        ReservationRequest request = takeOver(request("why"));
        GrantedRun first = grantedBecause(GrantReason.FIRST, request);
        first.fail("test");
        grantedBecause(GrantReason.AFTER_FAILURE, takeOver(request));
        letTimePass(LEASE);
        GrantedRun third = grantedBecause(GrantReason.AFTER_LOSS, takeOver(request));
        third.complete(response("done"));
        letTimePass(RETENTION);
        grantedBecause(GrantReason.FIRST, takeOver(request));
    }

    private GrantedRun grantedBecause(GrantReason reason, ReservationRequest request) {
        Reservation.Granted granted = (Reservation.Granted) store().reserve(request);
        assertThat(granted.reason()).isEqualTo(reason);
        return granted.run();
    }

    @Test
    default void only_the_request_that_notices_a_loss_is_told_so() {
        ReservationRequest request = request("noticed");
        granted(store(), request);
        letTimePass(LEASE);

        assertThat(store().reserve(retry(request))).isEqualTo(new Reservation.OutcomeUnknown(Duration.ZERO, true));
        assertThat(store().reserve(retry(request)))
                .isInstanceOfSatisfying(
                        Reservation.OutcomeUnknown.class,
                        unknown -> assertThat(unknown.lapsedNow()).isFalse());
    }
}
