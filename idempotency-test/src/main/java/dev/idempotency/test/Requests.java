package dev.idempotency.test;

import dev.idempotency.core.fingerprint.Fingerprint;
import dev.idempotency.core.key.IdempotencyKey;
import dev.idempotency.core.record.Entity;
import dev.idempotency.core.record.Header;
import dev.idempotency.core.record.RecordId;
import dev.idempotency.core.record.RecordedAnswer;
import dev.idempotency.core.scope.Scope;
import dev.idempotency.core.store.GrantedRun;
import dev.idempotency.core.store.IdempotencyStore;
import dev.idempotency.core.store.OnLapsedLease;
import dev.idempotency.core.store.OperatorDecision;
import dev.idempotency.core.store.Reservation;
import dev.idempotency.core.store.ReservationRequest;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;

/** Requests and answers for tests: what does not matter is filled in. */
public final class Requests {

    public static final Duration LEASE = Duration.ofSeconds(60);
    public static final Duration RETENTION = Duration.ofHours(24);

    /** A decision by an operator. */
    public static final OperatorDecision BY_HAND = new OperatorDecision("operator", "tested");

    private Requests() {}

    /** A first attempt at a request with this key. */
    public static ReservationRequest request(String key) {
        return request("tester", key, "body");
    }

    public static ReservationRequest request(String scope, String key, String body) {
        return new ReservationRequest(
                new RecordId(Scope.of(scope), new IdempotencyKey(key)),
                "POST /orders",
                fingerprint(body),
                UUID.randomUUID().toString(),
                LEASE,
                RETENTION,
                OnLapsedLease.UNKNOWN);
    }

    /** Another attempt at the same request. */
    public static ReservationRequest retry(ReservationRequest first) {
        return attempt(first, first.onLapsedLease());
    }

    /** The same request, which works on an entity. */
    public static ReservationRequest on(Entity entity, ReservationRequest request) {
        return new ReservationRequest(
                request.id(),
                request.operation(),
                request.fingerprint(),
                request.owner(),
                request.lease(),
                request.retention(),
                request.onLapsedLease(),
                entity);
    }

    /** Another request with the same key. */
    public static ReservationRequest reuse(ReservationRequest first) {
        return new ReservationRequest(
                first.id(),
                first.operation(),
                fingerprint("something else"),
                UUID.randomUUID().toString(),
                first.lease(),
                first.retention(),
                first.onLapsedLease(),
                first.entity());
    }

    /** Another attempt at the same request, which may be taken over, and takes over from such a holder that is gone. */
    public static ReservationRequest takeOver(ReservationRequest first) {
        return attempt(first, OnLapsedLease.TAKE_OVER);
    }

    /** Another attempt at the same request, which goes on after the steps of a lost run. */
    public static ReservationRequest resuming(ReservationRequest first) {
        return attempt(first, OnLapsedLease.RESUME);
    }

    /** Another attempt at the same request, which neither takes over nor may be taken over. */
    public static ReservationRequest neverTakeOver(ReservationRequest first) {
        return attempt(first, OnLapsedLease.UNKNOWN);
    }

    private static ReservationRequest attempt(ReservationRequest first, OnLapsedLease onLapsedLease) {
        return new ReservationRequest(
                first.id(),
                first.operation(),
                first.fingerprint(),
                UUID.randomUUID().toString(),
                first.lease(),
                first.retention(),
                onLapsedLease,
                first.entity());
    }

    /** A fingerprint that is equal for equal texts. */
    public static Fingerprint fingerprint(String body) {
        byte[] hash = Arrays.copyOf(body.getBytes(StandardCharsets.UTF_8), Fingerprint.LENGTH - 1);
        return Fingerprint.of(1, hash);
    }

    public static RecordedAnswer response(String body) {
        return RecordedAnswer.of(
                201,
                List.of(new Header("Content-Type", "application/json"), new Header("Location", "/orders/1")),
                body.getBytes(StandardCharsets.UTF_8));
    }

    /** Reserves a key that must be free. */
    public static GrantedRun granted(IdempotencyStore store, ReservationRequest request) {
        Reservation reservation = store.reserve(request);
        if (reservation instanceof Reservation.Granted granted) {
            return granted.run();
        }
        throw new AssertionError("Expected the request to be granted, but was " + reservation);
    }
}
