package dev.idempotency.core.store;

import dev.idempotency.core.record.IdempotencyRecord;
import dev.idempotency.core.store.RecordTable.Seen;
import java.time.Duration;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Decides what the record that holds an entity means for another request for the entity.
 *
 * <ol>
 *   <li>It runs: the entity is locked for the rest of its lease.
 *   <li>Its lease has run out, and the next request may take it over: it is ended as failed, under a token that fences its owner
 *       out. Otherwise it would hold the entity for ever, if nobody comes back with its key.
 *   <li>Its lease has run out otherwise: its outcome becomes unknown, and the entity stays locked.
 *   <li>Its outcome is unknown: the entity is locked until that has been found out.
 * </ol>
 */
public final class EntityHolders {

    /** How long a transaction takes that holds an entity is not known. */
    static final Duration ASK_AGAIN_AFTER = Duration.ofSeconds(1);

    private static final Logger log = LoggerFactory.getLogger(EntityHolders.class);

    private final RecordTable table;

    public EntityHolders(RecordTable table) {
        this.table = table;
    }

    /** What the request is answered; empty if it should try again, as the entity has become free. */
    public Optional<Reservation> answer(Seen holder, ReservationRequest request) {
        IdempotencyRecord record = holder.record();
        return switch (record.state()) {
            case IN_PROGRESS -> ofRunning(holder);
            case UNKNOWN ->
                Optional.of(
                        new Reservation.EntityLocked(RecordAssessment.untilReconciled(record, request, holder.now())));
            case COMPLETED, FAILED_RETRYABLE, EXPIRED -> Optional.empty();
        };
    }

    private Optional<Reservation> ofRunning(Seen holder) {
        IdempotencyRecord record = holder.record();
        if (!record.isLapsed(holder.now())) {
            return Optional.of(new Reservation.EntityLocked(
                    Duration.between(holder.now(), record.hold().until())));
        }
        if (!record.hold().mayBeTakenOver()) {
            return table.lapse(record)
                    ? Optional.of(new Reservation.EntityLocked(Duration.ZERO, true))
                    : Optional.empty();
        }
        if (table.abandon(record)) {
            log.warn(
                    "The run of {} was lost and is ended, as another request asks for its entity; its next request runs again",
                    record.id());
        }
        return Optional.empty();
    }
}
