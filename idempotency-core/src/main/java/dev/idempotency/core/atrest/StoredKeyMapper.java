package dev.idempotency.core.atrest;

import dev.idempotency.core.record.RecordId;

/**
 * Chooses the name under which a record is kept. It is applied once, when a request arrives or an operator names a key;
 * everything after that, from downstream keys to log lines, uses the name under which the record is kept.
 */
@FunctionalInterface
public interface StoredKeyMapper {

    /** Keeps a record under the client's own key. */
    StoredKeyMapper PLAIN = id -> id;

    /**
     * The name of the record of this caller and key: always the same for the same two, and different for any others.
     */
    RecordId nameOf(RecordId asked);
}
