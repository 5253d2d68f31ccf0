package dev.idempotency.spring.internal.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.idempotency.core.engine.Beginning;
import dev.idempotency.core.engine.Ending;
import dev.idempotency.core.engine.IdempotencyEngine;
import dev.idempotency.core.engine.RunRequest;
import dev.idempotency.core.engine.Waiting;
import dev.idempotency.core.fingerprint.Fingerprint;
import dev.idempotency.core.key.IdempotencyKey;
import dev.idempotency.core.record.RecordId;
import dev.idempotency.core.record.RecordedAnswer;
import dev.idempotency.core.scope.Scope;
import dev.idempotency.core.store.GrantReason;
import dev.idempotency.core.store.GrantedRun;
import dev.idempotency.core.store.OnLapsedLease;
import dev.idempotency.core.store.RecordEvent;
import dev.idempotency.core.store.Reservation;
import dev.idempotency.core.store.ReservationRequest;
import dev.idempotency.core.store.Resolution;
import dev.idempotency.core.store.StoreException;
import dev.idempotency.core.store.StoreOperation;
import dev.idempotency.spring.internal.background.TaskLag;
import dev.idempotency.spring.metrics.StoreTimers;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class MetersTest {

    private static final Scope SCOPE = Scope.of("secret-scope");
    private static final RecordedAnswer DONE = RecordedAnswer.of(201, List.of(), new byte[0]);

    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final Meters meters = new Meters(registry);

    @Test
    void counters_and_gauges_are_there_from_the_start_at_zero() {
        assertThat(registry.getMeters().stream().map(meter -> meter.getId().getName()))
                .contains(
                        "idempotency.reserve.created",
                        "idempotency.reserve.replay",
                        "idempotency.reserve.in_progress",
                        "idempotency.reserve.key_misuse",
                        "idempotency.reserve.failed_retry",
                        "idempotency.reserve.unknown",
                        "idempotency.store.error",
                        "idempotency.zombie_key",
                        "idempotency.ttl_pruned",
                        "idempotency.reconcile.scheduled",
                        "idempotency.reconcile.resolved",
                        "idempotency.reconcile.failed",
                        "idempotency.unknown",
                        "idempotency.dead_letters",
                        "idempotency.upkeep.late",
                        "idempotency.oldest_lease");
        assertThat(registry.getMeters())
                .allSatisfy(
                        meter -> assertThat(meter.measure().iterator().next().getValue())
                                .as(meter.getId().toString())
                                .isZero());
    }

    @Test
    void each_reservation_is_counted_in_one_counter_by_its_route() {
        begun(GrantReason.FIRST);
        begun(GrantReason.AFTER_FAILURE);
        begun(GrantReason.AFTER_LOSS);
        answered(new Reservation.Replay(DONE, Instant.EPOCH));
        answered(new Reservation.ResponseUnavailable(201, Instant.EPOCH));
        answered(new Reservation.InProgress(Duration.ZERO));
        answered(new Reservation.Reused());
        answered(new Reservation.OutcomeUnknown(Duration.ZERO));

        assertThat(counted())
                .containsExactlyInAnyOrder(
                        "reserve.created method=PATCH uri=/orders/{id} 1",
                        "reserve.failed_retry method=PATCH uri=/orders/{id} 1",
                        "reserve.replay method=PATCH outcome=replayed uri=/orders/{id} 1",
                        "reserve.replay method=PATCH outcome=unavailable uri=/orders/{id} 1",
                        "reserve.in_progress method=PATCH uri=/orders/{id} 1",
                        "reserve.key_misuse method=PATCH uri=/orders/{id} 1",
                        "reserve.unknown method=PATCH uri=/orders/{id} 1");
    }

    @Test
    void each_change_of_records_is_counted_as_what_it_is() {
        for (RecordEvent event : RecordEvent.values()) {
            meters.ofRecords.happened(event, 2);
        }

        assertThat(counted())
                .containsExactlyInAnyOrder(
                        "zombie_key outcome=lapsed 2",
                        "zombie_key outcome=taken_over 2",
                        "zombie_key outcome=late 2",
                        "zombie_key outcome=resumed 2",
                        "reconcile.scheduled outcome=lapsed 2",
                        "reconcile.scheduled outcome=abandoned 2",
                        "reconcile.scheduled outcome=ended_unknown 2",
                        "reconcile.scheduled outcome=requeued 2",
                        "reconcile.resolved outcome=executed 2",
                        "reconcile.resolved outcome=not_executed 2",
                        "reconcile.failed 2",
                        "ttl_pruned 2");
    }

    @Test
    void calls_of_the_store_are_timed_and_those_that_failed_are_counted() {
        assertThat(meters.ofStore.<String>around(StoreOperation.REAP, () -> "done"))
                .isEqualTo("done");
        assertThatThrownBy(() -> meters.ofStore.around(StoreOperation.RESERVE, () -> {
                    throw new StoreException.NotApplied("away");
                }))
                .hasMessage("away");
        assertThatThrownBy(() -> meters.ofStore.around(StoreOperation.COMPLETE, () -> {
                    throw new IllegalStateException("a constraint of the application");
                }))
                .isInstanceOf(IllegalStateException.class);

        assertThat(counted())
                .containsExactlyInAnyOrder(
                        "store operation=reap outcome=ok 1",
                        "store operation=reserve outcome=failed 1",
                        "store operation=complete outcome=failed 1",
                        "store.error operation=reserve 1");
    }

    @Test
    void calls_of_the_store_that_are_not_timed_still_count_their_errors() {
        SimpleMeterRegistry few = new SimpleMeterRegistry();
        StoreMeters ofRequests = new StoreMeters(few, StoreTimers.REQUESTS);

        ofRequests.around(StoreOperation.REAP, () -> "done");
        ofRequests.around(StoreOperation.COMPLETE, () -> "done");
        assertThatThrownBy(() -> ofRequests.around(StoreOperation.SWEEP, () -> {
                    throw new StoreException.NotApplied("away");
                }))
                .hasMessage("away");

        assertThat(few.find("idempotency.store").timers().stream()
                        .map(timer -> timer.getId().getTag("operation")))
                .containsExactly("complete");
        assertThat(few.get("idempotency.store.error")
                        .tag("operation", "sweep")
                        .counter()
                        .count())
                .isOne();
    }

    @Test
    void background_work_that_is_late_is_counted() {
        Duration second = Duration.ofSeconds(1);
        SimpleMeterRegistry own = new SimpleMeterRegistry();
        new UpkeepMeters(() -> List.of(
                        new TaskLag("sweep", second, Duration.ofSeconds(14), true),
                        new TaskLag("reap", second, Duration.ofSeconds(12), true),
                        new TaskLag("count", second, Duration.ofSeconds(1), true),
                        new TaskLag("renew", second, Duration.ofMinutes(1), false)))
                .bindTo(own);

        assertThat(own.get("idempotency.upkeep.late").gauge().value()).isEqualTo(2);
    }

    @Test
    void what_waits_is_counted_when_told_to_and_not_when_asked_for() {
        unknown(Optional.of(Duration.ofHours(1)));
        unknown(Optional.of(Duration.ofHours(1)));
        unknown(Optional.empty());
        assertThat(gauge("idempotency.unknown")).isZero();

        meters.ofBacklog.refresh();

        assertThat(gauge("idempotency.unknown")).isEqualTo(2);
        assertThat(gauge("idempotency.dead_letters")).isOne();
    }

    @Test
    void the_oldest_lease_is_that_of_a_run_on_this_node() {
        IdempotencyEngine engine = new IdempotencyEngine(meters.store, meters.leases);
        var run = ((Beginning.Begun) engine.begin(wanted())).run();

        double first = gauge("idempotency.oldest_lease");
        assertThat(first).isPositive();
        assertThat(gauge("idempotency.oldest_lease")).isGreaterThan(first);
        run.finish(Ending.stored(DONE));
        assertThat(gauge("idempotency.oldest_lease")).isZero();
    }

    private void begun(GrantReason reason) {
        meters.ofReservations.onBegun(Meters.ENDPOINT, SCOPE, reason);
    }

    private void answered(Reservation reservation) {
        meters.ofReservations.onAnswered(Meters.ENDPOINT, SCOPE, reservation);
    }

    private void unknown(Optional<Duration> askAgainAfter) {
        GrantedRun run = ((Reservation.Granted) meters.store.reserve(request())).run();
        run.markUnknown("test");
        meters.store.resolve(
                run.lease().id(), run.lease().token(), new Resolution.StillUnknown(askAgainAfter), Optional.empty());
    }

    private double gauge(String name) {
        return registry.get(name).gauge().value();
    }

    /** Name, tags and count of everything that has counted something. */
    private List<String> counted() {
        return registry.getMeters().stream()
                .filter(meter -> meter.getId().getType() == Meter.Type.COUNTER
                        || meter.getId().getType() == Meter.Type.TIMER)
                .filter(meter -> meter.measure().iterator().next().getValue() > 0)
                .map(MetersTest::line)
                .toList();
    }

    private static String line(Meter meter) {
        StringBuilder line = new StringBuilder(meter.getId().getName().substring("idempotency.".length()));
        meter.getId()
                .getTags()
                .forEach(
                        tag -> line.append(' ').append(tag.getKey()).append('=').append(tag.getValue()));
        return line.append(' ')
                .append(Math.round(meter.measure().iterator().next().getValue()))
                .toString();
    }

    private static RunRequest wanted() {
        ReservationRequest request = request();
        return new RunRequest(
                request.id(),
                request.operation(),
                request.fingerprint(),
                request.lease(),
                request.retention(),
                request.onLapsedLease(),
                Waiting.NONE);
    }

    private static ReservationRequest request() {
        return new ReservationRequest(
                new RecordId(SCOPE, new IdempotencyKey(UUID.randomUUID().toString())),
                Meters.ENDPOINT.operation(),
                Fingerprint.of(1, new byte[32]),
                UUID.randomUUID().toString(),
                Duration.ofMinutes(1),
                Duration.ofHours(1),
                OnLapsedLease.UNKNOWN);
    }
}
