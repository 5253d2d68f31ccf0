package dev.idempotency.jdbc.internal.batch;

import dev.idempotency.core.record.Lease;
import dev.idempotency.core.record.RecordId;
import dev.idempotency.core.record.RecordedAnswer;
import dev.idempotency.core.store.ReservationRequest;

/** What an attempt asks for. Its owner is unique, so that an answer of the database can be told by it. */
public sealed interface RecordWrite {

    RecordId id();

    String owner();

    /** A record that is to be made. */
    record Insertion(ReservationRequest request) implements RecordWrite {

        @Override
        public RecordId id() {
            return request.id();
        }

        @Override
        public String owner() {
            return request.owner();
        }
    }

    /** A record that is to be completed, on condition that its lease is held. */
    record Completion(Lease lease, RecordedAnswer answer) implements RecordWrite {

        @Override
        public RecordId id() {
            return lease.id();
        }

        @Override
        public String owner() {
            return lease.owner();
        }
    }
}
