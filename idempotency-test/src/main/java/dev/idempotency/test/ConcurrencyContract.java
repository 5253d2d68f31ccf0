package dev.idempotency.test;

import static dev.idempotency.test.Requests.LEASE;
import static dev.idempotency.test.Requests.granted;
import static dev.idempotency.test.Requests.request;
import static dev.idempotency.test.Requests.response;
import static dev.idempotency.test.Requests.retry;
import static dev.idempotency.test.Requests.takeOver;
import static org.assertj.core.api.Assertions.assertThat;

import dev.idempotency.core.record.IdempotencyRecord;
import dev.idempotency.core.store.GrantedRun;
import dev.idempotency.core.store.Reservation;
import dev.idempotency.core.store.ReservationRequest;
import dev.idempotency.core.store.Resolution;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** Many at once. */
public interface ConcurrencyContract extends StoreUnderTest {

    @Test
    default void of_twenty_first_requests_one_is_granted() throws Exception {
        ReservationRequest request = request("raced");

        assertOneIsGranted(() -> retry(request));
    }

    @Test
    default void of_twenty_retries_of_a_failed_request_one_is_granted() throws Exception {
        ReservationRequest request = request("raced-failed");
        granted(store(), request).fail("error");

        assertOneIsGranted(() -> retry(request));
    }

    @Test
    default void of_twenty_take_overs_of_a_lapsed_lease_one_is_granted() throws Exception {
        ReservationRequest request = takeOver(request("raced-lapsed"));
        granted(store(), request);
        letTimePass(LEASE);

        assertOneIsGranted(() -> takeOver(request));
    }

    private void assertOneIsGranted(Supplier<ReservationRequest> attempt) throws Exception {
        List<Callable<Reservation>> attempts = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            attempts.add(() -> store().reserve(attempt.get()));
        }

        List<Reservation> reservations = AtOnce.call(attempts);

        assertThat(reservations)
                .filteredOn(Reservation.Granted.class::isInstance)
                .hasSize(1);
        assertThat(reservations)
                .filteredOn(Reservation.InProgress.class::isInstance)
                .hasSize(19);
    }

    @Test
    default void of_twenty_decisions_one_is_taken() throws Exception {
        ReservationRequest request = request("raced-decision");
        GrantedRun run = granted(store(), request);
        run.markUnknown("error");
        List<Callable<Boolean>> decisions = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            Resolution mine = new Resolution.Completed(response("decision " + i), Requests.RETENTION);
            decisions.add(() -> store().resolve(request.id(), run.lease().token(), mine, Optional.empty()));
        }

        assertThat(AtOnce.call(decisions)).filteredOn(taken -> taken).hasSize(1);
    }

    @Test
    default void every_unknown_outcome_is_claimed_by_one() throws Exception {
        for (int i = 0; i < 30; i++) {
            granted(store(), request("claimed-" + i)).markUnknown("error");
        }
        List<Callable<List<IdempotencyRecord>>> claims = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            claims.add(() -> store().claimUnknown(30, Requests.LEASE));
        }

        assertThat(AtOnce.call(claims).stream().flatMap(List::stream))
                .extracting(IdempotencyRecord::id)
                .hasSize(30)
                .doesNotHaveDuplicates();
    }

    /**
     * Eight threads reserve, end and retry a few keys at random. Whoever holds a key counts on a plain, unsynchronised
     * counter: two holders at a time would lose a count, a missing happens-before edge would as well.
     */
    @Test
    default void nobody_ever_runs_beside_another_holder() throws Exception {
        long seed = Long.getLong("idempotency.fuzz.seed", System.nanoTime());
        int[] counters = new int[4];
        List<Callable<int[]>> threads = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            Random random = new Random(seed + i);
            threads.add(() -> new Hammer(store(), random, counters).strike(300));
        }

        List<int[]> runs = AtOnce.call(threads);

        for (int key = 0; key < counters.length; key++) {
            int at = key;
            int granted = runs.stream().mapToInt(run -> run[at]).sum();
            assertThat(counters[key])
                    .as("runs of key %s with seed %s", key, seed)
                    .isEqualTo(granted);
        }
        assertThat(runs.stream().mapToInt(run -> run[0]).sum()).isPositive();
    }
}
