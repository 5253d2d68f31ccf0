package dev.idempotency.core.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.idempotency.core.outcome.StandardOutcomePolicy;
import dev.idempotency.core.record.RecordedResponse;
import dev.idempotency.core.store.Reservation;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Requests that wait for an earlier one. */
class WaitingTest extends EngineFixture {

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
        Duration patience = Duration.ofMillis(20);
        long start = System.nanoTime();

        Answer answer = engine.execute(request("key"), new Waiting(patience), lease -> DONE);

        assertThat(answer)
                .isInstanceOfSatisfying(
                        Answer.FromRecord.class,
                        record -> assertThat(record.reservation()).isInstanceOf(Reservation.InProgress.class));
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isGreaterThanOrEqualTo(patience);
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
}
