package dev.idempotency.core.engine;

import dev.idempotency.core.key.IdempotencyKey;
import dev.idempotency.core.memory.InMemoryStore;
import dev.idempotency.core.outcome.StandardOutcomePolicy;
import dev.idempotency.core.record.Lease;
import dev.idempotency.core.record.RecordId;
import dev.idempotency.core.record.RecordedResponse;
import dev.idempotency.core.record.Records;
import dev.idempotency.core.record.State;
import dev.idempotency.core.store.OnLapsedLease;
import dev.idempotency.core.store.ReservationRequest;
import java.time.Clock;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;

/** An engine on a store in memory behind a line that can be made bad. */
abstract class EngineFixture {

    static final RecordedResponse DONE = Records.RESPONSE;

    final InMemoryStore store = new InMemoryStore(Clock.systemUTC(), 100);
    final FaultyStore line = new FaultyStore(store);
    final IdempotencyEngine engine = new IdempotencyEngine(line, new StandardOutcomePolicy());
    final AtomicInteger runs = new AtomicInteger();

    Answer execute(Action action) throws Exception {
        return engine.execute(request("key"), Waiting.NONE, counted(action));
    }

    Action counted(Action action) {
        return (Lease lease) -> {
            runs.incrementAndGet();
            return action.run(lease);
        };
    }

    State state() {
        return store.find(request("key").id()).orElseThrow().state();
    }

    static ReservationRequest request(String key) {
        return request(key, Records.LEASE);
    }

    static ReservationRequest request(String key, Duration lease) {
        return request(key, lease, OnLapsedLease.UNKNOWN);
    }

    static ReservationRequest request(String key, Duration lease, OnLapsedLease onLapsedLease) {
        return new ReservationRequest(
                new RecordId(Records.ID.scope(), new IdempotencyKey(key)),
                "POST /orders",
                Records.FINGERPRINT,
                UUID.randomUUID().toString(),
                lease,
                Records.RETENTION,
                onLapsedLease);
    }
}
