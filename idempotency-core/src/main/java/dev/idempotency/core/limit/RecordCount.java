package dev.idempotency.core.limit;

import dev.idempotency.core.scope.Scope;

/** A store that can tell how many records a scope has. */
@FunctionalInterface
public interface RecordCount {

    /**
     * Counts the records of the scope that are kept, in any state but expired, and stops at the limit. Records past
     * their retention count until they have been reaped.
     *
     * <p>The work is bounded by the limit. So the result may be too low if the scope has more expired records than the
     * limit, which only happens if the reaper keeps expired records.
     */
    int count(Scope scope, int limit);
}
