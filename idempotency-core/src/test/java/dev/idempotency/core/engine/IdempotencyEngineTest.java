package dev.idempotency.core.engine;

import static dev.idempotency.core.engine.FaultyStore.Fault.ANSWER_LOST;
import static dev.idempotency.core.engine.FaultyStore.Fault.CALL_LOST;
import static dev.idempotency.core.engine.FaultyStore.Fault.NONE;
import static dev.idempotency.core.engine.FaultyStore.Fault.NOT_REACHED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.idempotency.core.key.IdempotencyKey;
import dev.idempotency.core.memory.InMemoryStore;
import dev.idempotency.core.outcome.StandardOutcomePolicy;
import dev.idempotency.core.record.Lease;
import dev.idempotency.core.record.RecordId;
import dev.idempotency.core.record.RecordedResponse;
import dev.idempotency.core.record.Records;
import dev.idempotency.core.record.State;
import dev.idempotency.core.store.OnLapsedLease;
import dev.idempotency.core.store.Reservation;
import dev.idempotency.core.store.ReservationRequest;
import dev.idempotency.core.store.StoreException;
import java.net.SocketTimeoutException;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class IdempotencyEngineTest {

    private static final RecordedResponse DONE = Records.RESPONSE;

    private final InMemoryStore store = new InMemoryStore(Clock.systemUTC(), 100);
    private final FaultyStore line = new FaultyStore(store);
    private final IdempotencyEngine engine = new IdempotencyEngine(line, new StandardOutcomePolicy());
    private final AtomicInteger runs = new AtomicInteger();

    @Test
    void the_action_runs_once_and_its_answer_is_replayed() throws Exception {
        Answer first = execute(lease -> DONE);
        Answer second = execute(lease -> DONE);

        assertThat(first).isInstanceOfSatisfying(Answer.Own.class, own -> {
            assertThat(own.response()).isEqualTo(DONE);
            assertThat(own.keptUntil()).isPresent();
        });
        assertThat(second)
                .isInstanceOfSatisfying(
                        Answer.FromRecord.class,
                        answer -> assertThat(answer.reservation())
                                .isEqualTo(new Reservation.Replay(
                                        DONE, ((Answer.Own) first).keptUntil().orElseThrow())));
        assertThat(runs).hasValue(1);
    }

    @Test
    void a_5xx_is_answered_but_not_kept_and_the_retry_runs() throws Exception {
        RecordedResponse broken = RecordedResponse.of(500, List.of(), new byte[0]);

        assertThat(execute(lease -> broken)).isEqualTo(new Answer.Own(broken, Optional.empty()));

        assertThat(state()).isEqualTo(State.FAILED_RETRYABLE);
        assertThat(line.calls).contains("fail status_500");
        assertThat(execute(lease -> DONE)).isInstanceOf(Answer.Own.class);
        assertThat(runs).hasValue(2);
    }

    @Test
    void a_504_leaves_the_outcome_unknown_and_no_retry_runs() throws Exception {
        execute(lease -> RecordedResponse.of(504, List.of(), new byte[0]));

        assertThat(execute(lease -> DONE))
                .isInstanceOfSatisfying(
                        Answer.FromRecord.class,
                        answer -> assertThat(answer.reservation()).isInstanceOf(Reservation.OutcomeUnknown.class));
        assertThat(line.calls).contains("markUnknown status_504");
        assertThat(runs).hasValue(1);
    }

    @Test
    void what_the_action_throws_is_recorded_and_thrown_on_unchanged() {
        IllegalStateException thrown = new IllegalStateException("confidential");

        assertThatThrownBy(() -> execute(lease -> {
                    throw thrown;
                }))
                .isSameAs(thrown);

        assertThat(state()).isEqualTo(State.FAILED_RETRYABLE);
        assertThat(line.calls).contains("fail IllegalStateException");
    }

    @Test
    void a_timeout_inside_the_action_leaves_the_outcome_unknown() {
        assertThatThrownBy(() -> execute(lease -> {
                    throw new SocketTimeoutException();
                }))
                .isInstanceOf(SocketTimeoutException.class);

        assertThat(state()).isEqualTo(State.UNKNOWN);
    }

    @Test
    void an_unreachable_store_runs_nothing() {
        line.failNext(NOT_REACHED);

        assertThatThrownBy(() -> execute(lease -> DONE)).isInstanceOf(StoreException.NotReached.class);

        assertThat(runs).hasValue(0);
    }

    @Test
    void a_lost_answer_to_the_completion_is_asked_for_once_more() throws Exception {
        for (FaultyStore.Fault fault : List.of(ANSWER_LOST, CALL_LOST)) {
            ReservationRequest request = request(UUID.randomUUID().toString());
            Answer answer = engine.execute(request, Waiting.NONE, lease -> {
                line.failNext(fault);
                return DONE;
            });

            assertThat(answer)
                    .isInstanceOfSatisfying(
                            Answer.Own.class, own -> assertThat(own.keptUntil()).isPresent());
            assertThat(store.find(request.id()).orElseThrow().state()).isEqualTo(State.COMPLETED);
        }
    }

    @Test
    void a_store_failure_after_success_delivers_the_answer_and_the_record_becomes_unknown() throws Exception {
        Answer answer = execute(lease -> {
            line.failNext(NOT_REACHED);
            return DONE;
        });

        assertThat(answer).isEqualTo(new Answer.Own(DONE, Optional.empty()));
        assertThat(state()).isEqualTo(State.UNKNOWN);
        assertThat(execute(lease -> DONE)).isInstanceOf(Answer.FromRecord.class);
        assertThat(runs).hasValue(1);
    }

    @Test
    void a_store_that_stays_away_after_success_does_not_keep_the_answer_from_the_client() throws Exception {
        Answer answer = execute(lease -> {
            line.failNext(CALL_LOST, NOT_REACHED, NOT_REACHED);
            return DONE;
        });

        assertThat(answer).isEqualTo(new Answer.Own(DONE, Optional.empty()));
        assertThat(state()).isEqualTo(State.IN_PROGRESS);
    }

    @Test
    void a_store_failure_after_the_lease_may_have_ended_withholds_the_answer() throws Exception {
        ReservationRequest brief = request("brief", Duration.ofNanos(1));

        Answer answer = engine.execute(brief, Waiting.NONE, lease -> {
            line.failNext(NOT_REACHED);
            return DONE;
        });

        assertThat(answer).isEqualTo(new Answer.LeaseLost());
    }

    @Test
    void a_handler_that_outlives_its_lease_loses_and_answers_from_the_record() throws Exception {
        RecordedResponse successors = RecordedResponse.of(200, List.of(), new byte[] {9});

        Answer answer = execute(lease -> {
            store.fail(lease, "planted");
            Reservation.Granted successor = (Reservation.Granted) store.reserve(request("key"));
            store.complete(successor.lease(), successors);
            return DONE;
        });

        assertThat(answer)
                .isInstanceOfSatisfying(
                        Answer.FromRecord.class,
                        record -> assertThat(record.reservation())
                                .isInstanceOfSatisfying(
                                        Reservation.Replay.class,
                                        replay -> assertThat(replay.response()).isEqualTo(successors)));
    }

    @Test
    void a_late_handler_about_which_nothing_is_known_must_be_asked_again() throws Exception {
        assertThat(execute(lease -> {
                    store.fail(lease, "planted");
                    return DONE;
                }))
                .isEqualTo(new Answer.LeaseLost());
        assertThat(engine.execute(request("other"), Waiting.NONE, lease -> {
                    store.fail(lease, "planted");
                    line.failNext(NONE, NOT_REACHED);
                    return DONE;
                }))
                .isEqualTo(new Answer.LeaseLost());
    }

    @Test
    void a_late_handler_that_throws_changes_nothing() {
        assertThatThrownBy(() -> execute(lease -> {
                    store.complete(lease, DONE);
                    throw new IllegalStateException();
                }))
                .isInstanceOf(IllegalStateException.class);

        assertThat(state()).isEqualTo(State.COMPLETED);
    }

    @Test
    void an_exception_is_thrown_on_even_if_it_cannot_be_recorded() {
        assertThatThrownBy(() -> execute(lease -> {
                    line.failNext(NOT_REACHED);
                    throw new IllegalStateException("original");
                }))
                .hasMessage("original");
    }

    @Test
    void a_run_ends_once() {
        IdempotencyEngine.Attempt attempt = engine.reserve(request("key"), Waiting.NONE);
        Run run = engine.start(attempt, (Reservation.Granted) attempt.reservation());
        run.answered(DONE);

        assertThatIllegalStateException().isThrownBy(() -> run.answered(DONE));
        assertThatIllegalStateException().isThrownBy(() -> run.threw(new IllegalStateException()));
    }

    @Test
    void a_waiting_request_gets_the_answer_of_the_running_one() throws Exception {
        assertThat(waitedFor(lease -> DONE))
                .isInstanceOfSatisfying(
                        Answer.FromRecord.class,
                        answer -> assertThat(answer.reservation()).isInstanceOf(Reservation.Replay.class));
        assertThat(runs).hasValue(1);
    }

    @Test
    void a_waiting_request_runs_itself_when_the_running_one_had_no_effect() throws Exception {
        assertThat(waitedFor(lease -> RecordedResponse.of(503, List.of(), new byte[0])))
                .isInstanceOf(Answer.Own.class);
        assertThat(runs).hasValue(2);
    }

    private Answer waitedFor(Action firstAction) throws Exception {
        CountDownLatch running = new CountDownLatch(1);
        CountDownLatch go = new CountDownLatch(1);
        ExecutorService thread = Executors.newSingleThreadExecutor();
        try {
            Future<Answer> first = thread.submit(() -> execute(lease -> {
                running.countDown();
                assertThat(go.await(60, TimeUnit.SECONDS)).isTrue();
                return firstAction.run(lease);
            }));
            assertThat(running.await(60, TimeUnit.SECONDS)).isTrue();
            IdempotencyEngine patient =
                    new IdempotencyEngine(new LookListener(store, go::countDown), new StandardOutcomePolicy());
            Answer second =
                    patient.execute(request("key"), new Waiting(Duration.ofSeconds(60)), counted(lease -> DONE));
            first.get(60, TimeUnit.SECONDS);
            return second;
        } finally {
            thread.shutdownNow();
        }
    }

    @Test
    void waiting_ends_with_in_progress() throws Exception {
        store.reserve(request("key"));

        Answer answer = engine.execute(request("key"), new Waiting(Duration.ofMillis(20)), lease -> DONE);

        assertThat(answer)
                .isInstanceOfSatisfying(
                        Answer.FromRecord.class,
                        record -> assertThat(record.reservation()).isInstanceOf(Reservation.InProgress.class));
        assertThat(line.calls).contains("look");
    }

    @Test
    void without_waiting_the_answer_comes_at_once() throws Exception {
        store.reserve(request("key"));

        engine.execute(request("key"), Waiting.NONE, lease -> DONE);

        assertThat(line.calls).containsExactly("reserve");
        assertThatIllegalArgumentException().isThrownBy(() -> new Waiting(Duration.ofMillis(-1)));
    }

    @Test
    void an_interrupted_request_stops_waiting() throws Exception {
        store.reserve(request("key"));
        Thread.currentThread().interrupt();

        Answer answer = engine.execute(request("key"), new Waiting(Duration.ofHours(1)), lease -> DONE);

        assertThat(Thread.interrupted()).isTrue();
        assertThat(answer).isInstanceOf(Answer.FromRecord.class);
    }

    private Answer execute(Action action) throws Exception {
        return engine.execute(request("key"), Waiting.NONE, counted(action));
    }

    private Action counted(Action action) {
        return (Lease lease) -> {
            runs.incrementAndGet();
            return action.run(lease);
        };
    }

    private State state() {
        return store.find(request("key").id()).orElseThrow().state();
    }

    private static ReservationRequest request(String key) {
        return request(key, Records.LEASE);
    }

    private static ReservationRequest request(String key, Duration lease) {
        return new ReservationRequest(
                new RecordId(Records.ID.scope(), new IdempotencyKey(key)),
                "POST /orders",
                Records.FINGERPRINT,
                UUID.randomUUID().toString(),
                lease,
                Records.RETENTION,
                OnLapsedLease.UNKNOWN);
    }
}
