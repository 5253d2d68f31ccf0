package dev.idempotency.test;

import static dev.idempotency.test.Requests.LEASE;
import static dev.idempotency.test.Requests.RETENTION;
import static dev.idempotency.test.Requests.granted;
import static dev.idempotency.test.Requests.on;
import static dev.idempotency.test.Requests.request;
import static dev.idempotency.test.Requests.response;
import static dev.idempotency.test.Requests.retry;
import static dev.idempotency.test.Requests.takeOver;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.idempotency.core.record.Entity;
import dev.idempotency.core.record.State;
import dev.idempotency.core.scope.Scope;
import dev.idempotency.core.store.GrantedRun;
import dev.idempotency.core.store.Reservation;
import dev.idempotency.core.store.Reservation.EntityLocked;
import dev.idempotency.core.store.ReservationRequest;
import dev.idempotency.core.store.Resolution;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** One run at a time for an entity, whatever the keys. */
public interface EntityContract extends StoreUnderTest {

    Scope TENANT = Scope.of("tenant");
    Entity ORDER = new Entity(TENANT, "order:1");

    private ReservationRequest asked(String key) {
        return on(ORDER, request(key));
    }

    private void assertLocked(ReservationRequest request) {
        assertThat(store().reserve(request)).isInstanceOf(EntityLocked.class);
        assertThat(store().find(request.id())).isEmpty();
    }

    @Test
    default void while_one_runs_another_key_for_its_entity_is_told_for_how_long() {
        granted(store(), asked("first"));
        letTimePass(Duration.ofSeconds(10));

        Reservation second = store().reserve(asked("second"));

        assertThat(second).isInstanceOfSatisfying(EntityLocked.class, locked -> {
            assertThat(locked.retryAfter()).isBetween(Duration.ofSeconds(1), LEASE.minusSeconds(10));
            assertThat(locked.lapsedNow()).isFalse();
        });
        assertThat(store().find(asked("second").id())).isEmpty();
    }

    @Test
    default void the_entity_is_free_once_its_run_is_completed_or_has_failed() {
        GrantedRun completed = granted(store(), asked("completed"));
        assertThat(completed.complete(response("done"))).isTrue();
        GrantedRun failed = granted(store(), asked("failed"));
        assertThat(failed.fail("Boom")).isTrue();

        granted(store(), asked("third"));
    }

    @Test
    default void other_entities_other_scopes_and_none_are_not_locked() {
        granted(store(), asked("first"));

        granted(store(), on(new Entity(TENANT, "order:11"), request("other")));
        granted(store(), on(new Entity(Scope.of("another"), "order:1"), request("scope")));
        granted(store(), request("none"));
        granted(store(), request("none-too"));
    }

    @Test
    default void what_a_record_says_to_its_own_key_does_not_depend_on_the_entity() {
        ReservationRequest done = asked("done");
        granted(store(), done).complete(response("done"));
        ReservationRequest running = asked("running");
        granted(store(), running);

        assertThat(store().reserve(retry(done))).isInstanceOf(Reservation.Replay.class);
        assertThat(store().reserve(retry(running))).isInstanceOf(Reservation.InProgress.class);
        assertThat(store().reserve(on(ORDER, Requests.reuse(running)))).isInstanceOf(Reservation.Reused.class);
    }

    @Test
    default void an_unknown_outcome_keeps_the_entity_until_it_is_settled() {
        GrantedRun executed = granted(store(), asked("executed"));
        executed.markUnknown("Timeout");
        assertLocked(asked("second"));
        resolve(executed, new Resolution.StillUnknown(Optional.empty()));
        assertLocked(asked("second"));
        resolve(executed, new Resolution.Completed(response("done"), RETENTION));

        GrantedRun notExecuted = granted(store(), asked("second"));
        notExecuted.markUnknown("Timeout");
        assertLocked(asked("third"));
        resolve(notExecuted, new Resolution.NotExecuted(RETENTION));

        granted(store(), asked("third"));
    }

    @Test
    default void a_holder_that_is_lost_becomes_unknown_and_keeps_the_entity() {
        ReservationRequest lost = asked("lost");
        GrantedRun run = granted(store(), lost);
        letTimePass(LEASE.plusSeconds(1));

        assertThat(store().reserve(asked("second")))
                .isInstanceOfSatisfying(
                        EntityLocked.class,
                        locked -> assertThat(locked.lapsedNow()).isTrue());
        assertThat(store().reserve(asked("second")))
                .isInstanceOfSatisfying(
                        EntityLocked.class,
                        locked -> assertThat(locked.lapsedNow()).isFalse());

        assertThat(store().find(lost.id()).orElseThrow().state()).isEqualTo(State.UNKNOWN);
        assertThat(run.complete(response("late"))).isFalse();
        resolve(run, new Resolution.NotExecuted(RETENTION));
        granted(store(), asked("second"));
    }

    @Test
    default void a_sweep_leaves_the_entity_to_the_unknown_outcome() {
        granted(store(), asked("lost"));
        letTimePass(LEASE.plusSeconds(1));

        assertThat(store().sweep(Duration.ofHours(1), 10)).isOne();

        assertLocked(asked("second"));
    }

    @Test
    default void a_lost_holder_that_may_be_taken_over_is_ended_and_fenced() {
        ReservationRequest lost = takeOver(asked("lost"));
        GrantedRun old = granted(store(), lost);
        letTimePass(LEASE.plusSeconds(1));

        GrantedRun next = granted(store(), asked("second"));

        assertThat(old.complete(response("late"))).isFalse();
        assertThat(old.fail("late")).isFalse();
        assertThat(old.markUnknown("late")).isFalse();
        assertThat(store().renew(List.of(old.lease()))).isEmpty();
        assertThat(store().find(lost.id()).orElseThrow().state()).isEqualTo(State.FAILED_RETRYABLE);
        assertThat(store().reserve(retry(lost))).isInstanceOf(EntityLocked.class);
        assertThat(next.complete(response("done"))).isTrue();
        GrantedRun again = granted(store(), retry(lost));
        assertThat(again.lease().token()).isGreaterThan(old.lease().token());
        assertThat(again.complete(response("done"))).isTrue();
    }

    @Test
    default void a_key_that_takes_over_its_own_lost_run_keeps_the_entity() {
        ReservationRequest lost = takeOver(asked("lost"));
        granted(store(), lost);
        letTimePass(LEASE.plusSeconds(1));

        GrantedRun again = granted(store(), retry(lost));

        assertLocked(asked("second"));
        assertThat(again.complete(response("done"))).isTrue();
        granted(store(), asked("second"));
    }

    @Test
    default void a_key_that_failed_or_expired_needs_the_entity_again() {
        ReservationRequest failed = asked("failed");
        granted(store(), failed).fail("Boom");
        ReservationRequest expired = asked("expired");
        granted(store(), expired).complete(response("done"));
        letTimePass(RETENTION);
        GrantedRun holder = granted(store(), asked("holder"));

        assertThat(store().reserve(retry(failed))).isInstanceOf(EntityLocked.class);
        assertThat(store().reserve(retry(expired))).isInstanceOf(EntityLocked.class);

        holder.complete(response("done"));
        GrantedRun again = granted(store(), retry(failed));
        assertThat(store().reserve(retry(expired))).isInstanceOf(EntityLocked.class);
        again.complete(response("done"));
        granted(store(), retry(expired));
    }

    @Test
    default void of_many_keys_at_once_one_runs_at_a_time_and_none_is_lost() throws Exception {
        AtomicInteger running = new AtomicInteger();
        List<Callable<Integer>> clients = new ArrayList<>();
        for (int i = 0; i < 24; i++) {
            ReservationRequest request = asked("key-" + i);
            clients.add(() -> runAlone(request, running));
        }

        assertThat(AtOnce.call(clients)).containsOnly(1);
        assertThat(running).hasValue(0);
    }

    /** Asks until it may run, and returns how many ran then. */
    private int runAlone(ReservationRequest request, AtomicInteger running) {
        for (int attempt = 0; attempt < 100_000; attempt++) {
            Reservation reservation = store().reserve(retry(request));
            if (reservation instanceof Reservation.Granted granted) {
                int together = running.incrementAndGet();
                running.decrementAndGet();
                return granted.run().complete(response("done")) ? together : -1;
            }
            assertThat(reservation).isInstanceOf(EntityLocked.class);
        }
        return 0;
    }

    @Test
    default void a_name_that_no_scope_could_have_is_refused() {
        assertThatIllegalArgumentException().isThrownBy(() -> new Entity(TENANT, " "));
        assertThatIllegalArgumentException().isThrownBy(() -> new Entity(TENANT, "a\nb"));
        assertThat(new Entity(TENANT, "x".repeat(1_000)).value()).hasSizeLessThanOrEqualTo(Scope.MAX_LENGTH);
        assertThat(ORDER.toString()).doesNotContain("order", "tenant");
    }

    private void resolve(GrantedRun run, Resolution resolution) {
        assertThat(store().resolve(run.lease().id(), run.lease().token(), resolution, Optional.empty()))
                .isTrue();
    }
}
