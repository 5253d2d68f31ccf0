package dev.idempotency.core.store;

/** Is told about changes of records: each change once, on the node that made it. For metrics. */
@FunctionalInterface
public interface RecordListener {

    /**
     * Must be quick, and not throw.
     *
     * @param records how many; at least one
     */
    void happened(RecordEvent event, int records);
}
