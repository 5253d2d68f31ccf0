package dev.idempotency.core.engine;

import dev.idempotency.core.key.IdempotencyKey;
import dev.idempotency.core.memory.InMemoryStore;
import dev.idempotency.core.outcome.Outcome;
import dev.idempotency.core.outcome.StandardExceptionOutcomes;
import dev.idempotency.core.record.RecordId;
import dev.idempotency.core.record.RecordedAnswer;
import dev.idempotency.core.record.Records;
import dev.idempotency.core.record.State;
import dev.idempotency.core.store.GrantedRun;
import dev.idempotency.core.store.GrantedRun.Work;
import dev.idempotency.core.store.OnLapsedLease;
import dev.idempotency.core.store.ReservationRequest;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;

/** An engine on a store in memory behind a line that can be made bad, and a caller that judges as HTTP would. */
abstract class EngineFixture {

    static final RecordedAnswer DONE = Records.RESPONSE;

    final InMemoryStore store = new InMemoryStore(Clock.systemUTC(), 100);
    final FaultyReservations line = new FaultyReservations(store);
    final IdempotencyEngine engine = new IdempotencyEngine(line);
    final AtomicInteger runs = new AtomicInteger();

    /** What a caller does in a run; it is given the run as the store sees it, past the line. */
    interface Action {
        RecordedAnswer run(GrantedRun run) throws Exception;
    }

    RunResult execute(Action action) throws Exception {
        return execute(engine, request("key"), action);
    }

    RunResult execute(IdempotencyEngine engine, RunRequest request, Action action) throws Exception {
        Beginning beginning = engine.begin(request);
        if (beginning instanceof Beginning.Answered answered) {
            return new RunResult.Recorded(answered.reservation());
        }
        Run run = ((Beginning.Begun) beginning).run();
        runs.incrementAndGet();
        RecordedAnswer answer;
        try {
            answer = action.run(line.granted(run.lease()));
        } catch (Exception thrown) {
            run.failed(new StandardExceptionOutcomes().ofException(thrown), thrown);
            throw thrown;
        }
        return run.finish(judged(answer));
    }

    static Ending judged(RecordedAnswer answer) {
        Outcome outcome =
                answer.code() == 504 ? Outcome.UNKNOWN : answer.code() >= 500 ? Outcome.RETRYABLE : Outcome.STORED;
        return new Ending(outcome, answer, Work.KEPT, "status_" + answer.code());
    }

    static Run begun(IdempotencyEngine engine, RunRequest request) {
        return ((Beginning.Begun) engine.begin(request)).run();
    }

    State state() {
        return store.find(request("key").id()).orElseThrow().state();
    }

    static RunRequest request(String key) {
        return request(key, Records.LEASE);
    }

    static RunRequest request(String key, Waiting waiting) {
        return request(key, Records.LEASE, OnLapsedLease.UNKNOWN, waiting);
    }

    static RunRequest request(String key, Duration lease) {
        return request(key, lease, OnLapsedLease.UNKNOWN, Waiting.NONE);
    }

    static RunRequest request(String key, Duration lease, OnLapsedLease onLapsedLease, Waiting waiting) {
        return new RunRequest(
                new RecordId(Records.ID.scope(), new IdempotencyKey(key)),
                "POST /orders",
                Records.FINGERPRINT,
                lease,
                Records.RETENTION,
                onLapsedLease,
                waiting);
    }

    /** Another attempt, at the store itself. */
    static ReservationRequest rival(String key) {
        return request(key).by("rival");
    }
}
