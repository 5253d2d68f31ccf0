package dev.idempotency.core.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.idempotency.core.record.RecordedAnswer;
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
        assertThat(waitedFor(run -> DONE))
                .isInstanceOfSatisfying(
                        RunResult.Recorded.class,
                        answer -> assertThat(answer.reservation()).isInstanceOf(Reservation.Replay.class));
        assertThat(runs).hasValue(1);
    }

    @Test
    void a_waiting_request_runs_itself_when_the_running_one_had_no_effect() throws Exception {
        assertThat(waitedFor(run -> RecordedAnswer.of(503, List.of(), new byte[0])))
                .isInstanceOf(RunResult.Fresh.class);
        assertThat(runs).hasValue(2);
    }

    private RunResult waitedFor(Action firstAction) throws Exception {
        CountDownLatch running = new CountDownLatch(1);
        CountDownLatch go = new CountDownLatch(1);
        ExecutorService thread = Executors.newSingleThreadExecutor();
        try {
            Future<RunResult> first = thread.submit(() -> execute(run -> {
                running.countDown();
                assertThat(go.await(60, TimeUnit.SECONDS)).isTrue();
                return firstAction.run(run);
            }));
            assertThat(running.await(60, TimeUnit.SECONDS)).isTrue();
            IdempotencyEngine patient = new IdempotencyEngine(new LookListener(store, go::countDown));
            RunResult second = execute(patient, request("key", new Waiting(Duration.ofSeconds(60))), run -> DONE);
            first.get(60, TimeUnit.SECONDS);
            return second;
        } finally {
            thread.shutdownNow();
        }
    }

    @Test
    void waiting_ends_with_in_progress() throws Exception {
        store.reserve(rival("key"));
        Duration patience = Duration.ofMillis(20);
        long start = System.nanoTime();

        RunResult answer = execute(engine, request("key", new Waiting(patience)), run -> DONE);

        assertThat(answer)
                .isInstanceOfSatisfying(
                        RunResult.Recorded.class,
                        record -> assertThat(record.reservation()).isInstanceOf(Reservation.InProgress.class));
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isGreaterThanOrEqualTo(patience);
    }

    @Test
    void without_waiting_the_answer_comes_at_once() throws Exception {
        store.reserve(rival("key"));

        execute(engine, request("key"), run -> DONE);

        assertThat(line.calls).containsExactly("reserve");
        assertThatIllegalArgumentException().isThrownBy(() -> new Waiting(Duration.ofMillis(-1)));
    }

    @Test
    void an_interrupted_request_stops_waiting() throws Exception {
        store.reserve(rival("key"));
        Thread.currentThread().interrupt();

        RunResult answer = execute(engine, request("key", new Waiting(Duration.ofHours(1))), run -> DONE);

        assertThat(Thread.interrupted()).isTrue();
        assertThat(answer).isInstanceOf(RunResult.Recorded.class);
    }
}
