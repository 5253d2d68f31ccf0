package dev.idempotency.core.atrest;

import dev.idempotency.core.record.RecordId;

/**
 * Under which name a record is kept. It is applied once, when a request comes in or an operator names a key: everything behind
 * it, from downstream keys to log lines, knows a record by the name that it is kept under.
 */
@FunctionalInterface
public interface StoredKeyMapper {

    /** By the client's own key. */
    StoredKeyMapper PLAIN = id -> id;

    /** The name of the record of this caller and key; always the same for the same ones, another for others. */
    RecordId nameOf(RecordId asked);
}
