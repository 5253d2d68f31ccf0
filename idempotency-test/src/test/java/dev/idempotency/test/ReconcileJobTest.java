package dev.idempotency.test;

import static dev.idempotency.test.Requests.BY_HAND;
import static dev.idempotency.test.Requests.RETENTION;
import static dev.idempotency.test.Requests.granted;
import static dev.idempotency.test.Requests.request;
import static dev.idempotency.test.Requests.response;
import static dev.idempotency.test.Requests.retry;
import static org.assertj.core.api.Assertions.assertThat;

import dev.idempotency.core.downstream.DownstreamKeys;
import dev.idempotency.core.internal.reconcile.ReconcileBackoff;
import dev.idempotency.core.internal.reconcile.ReconcileJob;
import dev.idempotency.core.memory.InMemoryStore;
import dev.idempotency.core.operator.IdempotencyOperations;
import dev.idempotency.core.reconcile.ReconcileResult;
import dev.idempotency.core.reconcile.Reconciler;
import dev.idempotency.core.reconcile.UnknownRun;
import dev.idempotency.core.record.RecordSummary;
import dev.idempotency.core.record.State;
import dev.idempotency.core.scope.Scope;
import dev.idempotency.core.store.GrantedRun;
import dev.idempotency.core.store.IdempotencyStore.Eviction;
import dev.idempotency.core.store.IdempotencyStore.Unresolved;
import dev.idempotency.core.store.Reservation;
import dev.idempotency.core.store.ReservationRequest;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** How unknown outcomes are found out, and what operators do about those that are not. */
class ReconcileJobTest {

    private final SettableClock clock = new SettableClock(Instant.parse("2026-01-01T00:00:00Z"));
    private final InMemoryStore store = new InMemoryStore(clock, 100);
    private final Provider provider = new Provider();
    private final ReconcileJob daemon = new ReconcileJob(
            store,
            List.of(provider),
            new ReconcileBackoff(Duration.ofSeconds(10), Duration.ofMinutes(1), 3),
            Duration.ofMinutes(1),
            RETENTION);
    private final IdempotencyOperations operations = new IdempotencyOperations(store, RETENTION);
    private final ReservationRequest request = request("unknown");
    private final GrantedRun run = unknown();

    @Test
    void the_true_answer_reaches_the_client_that_waits_for_it() {
        provider.finds(new ReconcileResult.Executed(response("charged")));

        assertThat(daemon.reconcileDue(10)).isOne();

        assertThat(store.reserve(retry(request)))
                .isInstanceOfSatisfying(
                        Reservation.Replay.class,
                        replay -> assertThat(replay.response()).isEqualTo(response("charged")));
    }

    @Test
    void work_that_was_not_done_is_done_by_the_next_retry() {
        provider.finds(new ReconcileResult.NotExecuted());

        daemon.reconcileDue(10);

        assertThat(store.reserve(retry(request))).isInstanceOf(Reservation.Granted.class);
    }

    @Test
    void a_reconciler_gets_the_facts_and_the_keys_that_the_run_passed_on() {
        provider.finds(new ReconcileResult.StillUnknown());

        daemon.reconcileDue(10);

        UnknownRun run = provider.asked.get(0);
        assertThat(run.operation()).isEqualTo("POST /orders");
        assertThat(run.error()).isEqualTo("Timeout");
        assertThat(run.downstream().forStep("charge"))
                .isEqualTo(new DownstreamKeys(request.id(), request.fingerprint()).forStep("charge"));
    }

    @Test
    void nobody_is_asked_twice_in_an_interval() {
        provider.finds(new ReconcileResult.StillUnknown());
        daemon.reconcileDue(10);

        assertThat(daemon.reconcileDue(10)).isZero();

        assertThat(provider.asked).hasSize(1);
    }

    @Test
    void after_the_last_attempt_it_is_a_dead_letter_and_stays_one_until_somebody_decides() {
        askUntilGivenUp();

        assertThat(provider.asked).hasSize(3);
        assertThat(operations.unknown(Optional.empty(), 10)).isEmpty();
        assertThat(operations.deadLetters(Optional.empty(), 10))
                .extracting(RecordSummary::id)
                .containsExactly(request.id());
        assertThat(counted()).containsExactly(0, 1);
        clock.advance(RETENTION.multipliedBy(10));
        assertThat(daemon.reconcileDue(10)).isZero();
        assertThat(store.reserve(retry(request))).isInstanceOf(Reservation.OutcomeUnknown.class);
    }

    @Test
    void a_requeued_dead_letter_gets_all_its_attempts_again() {
        askUntilGivenUp();

        assertThat(operations.requeue(request.id(), run.lease().token(), BY_HAND))
                .isTrue();
        assertThat(operations.deadLetters(Optional.empty(), 10)).isEmpty();
        assertThat(counted()).containsExactly(1, 0);
        askUntilGivenUp();

        assertThat(provider.asked).hasSize(6);
        assertThat(operations.deadLetters(Optional.empty(), 10)).hasSize(1);
        assertThat(counted()).containsExactly(0, 1);
    }

    @Test
    void a_reconciler_that_throws_has_not_found_out() {
        daemon.reconcileDue(10);

        assertThat(operations.unknown(Optional.empty(), 10))
                .singleElement()
                .satisfies(facts -> assertThat(facts.attempts()).isOne());
    }

    @Test
    void what_no_reconciler_knows_about_is_left_to_an_operator_at_once() {
        ReconcileJob alone = new ReconcileJob(
                store,
                List.of(),
                new ReconcileBackoff(Duration.ofSeconds(1), Duration.ofSeconds(1), 5),
                Duration.ofMinutes(1),
                RETENTION);

        alone.reconcileDue(10);

        assertThat(operations.deadLetters(Optional.empty(), 10)).hasSize(1);
    }

    @Test
    void forged_repeated_and_late_decisions_are_refused_and_change_nothing() {
        assertThat(operations.resolveNotExecuted(request.id(), run.lease().token() + 1, BY_HAND))
                .isFalse();
        assertThat(operations.resolveExecuted(request.id(), run.lease().token(), response("true"), BY_HAND))
                .isTrue();

        assertThat(operations.resolveExecuted(request.id(), run.lease().token(), response("forged"), BY_HAND))
                .isFalse();
        assertThat(operations.requeue(request.id(), run.lease().token(), BY_HAND))
                .isFalse();
        assertThat(store.find(request.id()).orElseThrow().response()).isEqualTo(response("true"));
        assertThat(operations.decisions(request.id().scope(), 10)).hasSize(1);
    }

    @Test
    void an_operator_sees_facts_and_never_the_answer() {
        operations.resolveExecuted(request.id(), run.lease().token(), response("confidential"), BY_HAND);

        RecordSummary facts = operations.find(request.id()).orElseThrow();

        assertThat(facts.state()).isEqualTo(State.COMPLETED);
        assertThat(facts.code()).isEqualTo(201);
        assertThat(facts.toString()).doesNotContain("confidential");
    }

    @Test
    void keys_and_scopes_are_forgotten_on_demand() {
        operations.resolveExecuted(request.id(), run.lease().token(), response("done"), BY_HAND);
        granted(store, request("other")).complete(response("done"));

        assertThat(operations.evict(request.id(), BY_HAND)).isEqualTo(Eviction.EVICTED);
        assertThat(operations.purge(Scope.of("tester"), BY_HAND)).isOne();
        assertThat(operations.find(request.id())).isEmpty();
    }

    private GrantedRun unknown() {
        GrantedRun granted = granted(store, request);
        granted.markUnknown("Timeout");
        return granted;
    }

    /** How many are open, and how many are dead letters. */
    private List<Integer> counted() {
        return Stream.of(Unresolved.OPEN, Unresolved.DEAD_LETTER)
                .map(which -> store.countUnknown(which, 10))
                .toList();
    }

    private void askUntilGivenUp() {
        for (int i = 0; i < 10; i++) {
            provider.finds(new ReconcileResult.StillUnknown());
            daemon.reconcileDue(10);
            clock.advance(Duration.ofMinutes(2));
        }
    }

    /** Answers as told, otherwise throws. */
    private static final class Provider implements Reconciler {

        private final Deque<ReconcileResult> findings = new ArrayDeque<>();
        private final List<UnknownRun> asked = new ArrayList<>();

        void finds(ReconcileResult finding) {
            findings.add(finding);
        }

        @Override
        public boolean handles(String operation) {
            return operation.equals("POST /orders");
        }

        @Override
        public ReconcileResult find(UnknownRun run) throws Exception {
            asked.add(run);
            if (findings.isEmpty()) {
                throw new IOException("planted");
            }
            return findings.remove();
        }
    }
}
