package dev.idempotency.core.record;

import dev.idempotency.core.fingerprint.Fingerprint;
import dev.idempotency.core.key.IdempotencyKey;
import dev.idempotency.core.scope.Scope;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/** Records in each state, for tests. */
public final class Records {

    public static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
    public static final Duration LEASE = Duration.ofSeconds(60);
    public static final Duration RETENTION = Duration.ofHours(24);
    public static final RecordId ID = new RecordId(Scope.of("alice"), new IdempotencyKey("secret-key"));
    public static final Fingerprint FINGERPRINT = Fingerprint.of(1, new byte[32]);
    public static final RecordedAnswer RESPONSE =
            RecordedAnswer.of(201, List.of(new Header("Location", "/orders/1")), new byte[] {1, 2, 3});

    private Records() {}

    public static IdempotencyRecord running() {
        return IdempotencyRecord.reserved(ID, "POST /orders", FINGERPRINT, hold(7), Lifetime.from(NOW, RETENTION));
    }

    /** Running, and free to be run again should its holder be lost. */
    public static IdempotencyRecord mayBeTakenOver() {
        RunHolder hold = new RunHolder(7, "node-1", NOW.plus(LEASE), true);
        return IdempotencyRecord.reserved(ID, "POST /orders", FINGERPRINT, hold, Lifetime.from(NOW, RETENTION));
    }

    public static RunHolder hold(long token) {
        return new RunHolder(token, "node-1", NOW.plus(LEASE), false);
    }

    public static Lease lease(long token) {
        return new Lease(ID, FINGERPRINT, token, "node-1", LEASE);
    }

    public static IdempotencyRecord in(State state) {
        IdempotencyRecord running = running();
        return switch (state) {
            case IN_PROGRESS -> running;
            case COMPLETED -> running.completed(RESPONSE, running.lifetime().finishedAt(NOW));
            case FAILED_RETRYABLE -> running.failed("Boom", running.lifetime().finishedAt(NOW));
            case UNKNOWN -> running.outcomeUnknown("Timeout", NOW);
            case EXPIRED -> in(State.COMPLETED).expired();
        };
    }
}
