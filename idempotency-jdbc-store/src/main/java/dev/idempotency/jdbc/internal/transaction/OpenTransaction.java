package dev.idempotency.jdbc.internal.transaction;

import dev.idempotency.core.record.IdempotencyRecord;
import dev.idempotency.core.record.Lease;
import dev.idempotency.core.store.ReservationRequest;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import org.springframework.transaction.TransactionStatus;

/**
 * A run whose transaction is open.
 *
 * @param former the record that it replaces, if there is one that no longer counts
 * @param reservedAt by the database's clock
 */
record OpenTransaction(
        ReservationRequest request,
        Lease lease,
        Optional<IdempotencyRecord> former,
        Instant reservedAt,
        Instant expiresAt,
        TransactionStatus status) {

    static OpenTransaction of(ReservationRequest request, LockedRecord locked, TransactionStatus status) {
        long micros = ChronoUnit.MICROS.between(Instant.EPOCH, locked.now());
        long token = locked.record()
                .map(record -> Math.max(record.hold().token() + 1, micros))
                .orElse(micros);
        return new OpenTransaction(
                request,
                request.leaseWith(token),
                locked.record(),
                locked.now(),
                locked.now().plus(request.retention()),
                status);
    }
}
