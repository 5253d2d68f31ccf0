package dev.idempotency.core.memory;

import dev.idempotency.core.fingerprint.Fingerprint;
import dev.idempotency.core.key.IdempotencyKey;
import dev.idempotency.core.record.RecordId;
import dev.idempotency.core.record.RecordedAnswer;
import dev.idempotency.core.scope.Scope;
import dev.idempotency.core.store.GrantedRun;
import dev.idempotency.core.store.OnLapsedLease;
import dev.idempotency.core.store.OperatorDecision;
import dev.idempotency.core.store.Reservation;
import dev.idempotency.core.store.ReservationRequest;
import dev.idempotency.core.store.Resolution;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.jetbrains.lincheck.datastructures.StressOptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Whatever several threads see of a record, one thread could have seen: explored by schedules, not by luck. At the start the
 * record is running under a known lease.
 */
@Tag("slow")
@Param(name = "owner", gen = IntGen.class, conf = "1:3")
@Param(name = "answer", gen = IntGen.class, conf = "200:202")
public class InMemoryStoreLincheckTest {

    private static final Clock STANDING = Clock.fixed(Instant.parse("2026-01-01T00:00:00Z"), ZoneOffset.UTC);
    private static final Duration RETENTION = Duration.ofHours(24);
    private static final RecordId ID = new RecordId(Scope.of("tester"), new IdempotencyKey("key"));

    private final InMemoryStore store = new InMemoryStore(STANDING, 10);
    private final GrantedRun first = ((Reservation.Granted) store.reserve(request(0))).run();

    @Operation
    public String reserve(@Param(name = "owner") int owner) {
        return store.reserve(request(owner)).getClass().getSimpleName();
    }

    @Operation
    public boolean complete(@Param(name = "answer") int status) {
        return first.complete(RecordedAnswer.of(status, List.of(), new byte[0]));
    }

    @Operation
    public boolean fail() {
        return first.fail("error");
    }

    @Operation
    public boolean markUnknown() {
        return first.markUnknown("error");
    }

    @Operation
    public boolean renew() {
        return !store.renew(List.of(first.lease())).isEmpty();
    }

    @Operation
    public boolean resolve() {
        return store.resolve(ID, first.lease().token(), new Resolution.NotExecuted(RETENTION), Optional.empty());
    }

    @Operation
    public String evict() {
        return store.evict(ID, new OperatorDecision("tester", "planned")).name();
    }

    @Operation
    public String find() {
        return store.find(ID)
                .map(record -> record.state() + " " + record.response())
                .orElse("none");
    }

    private static ReservationRequest request(int owner) {
        return new ReservationRequest(
                ID,
                "POST /orders",
                Fingerprint.of(1, new byte[32]),
                "owner-" + owner,
                Duration.ofSeconds(60),
                RETENTION,
                OnLapsedLease.UNKNOWN);
    }

    @Test
    void every_explored_schedule_is_linearizable() {
        new ModelCheckingOptions()
                .iterations(20)
                .invocationsPerIteration(300)
                .threads(2)
                .actorsPerThread(3)
                .check(InMemoryStoreLincheckTest.class);
    }

    @Test
    void every_schedule_under_stress_is_linearizable() {
        new StressOptions()
                .iterations(15)
                .invocationsPerIteration(300)
                .threads(3)
                .actorsPerThread(2)
                .check(InMemoryStoreLincheckTest.class);
    }
}
