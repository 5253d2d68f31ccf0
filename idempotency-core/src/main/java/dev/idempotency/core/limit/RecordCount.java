package dev.idempotency.core.limit;

import dev.idempotency.core.scope.Scope;

/** A store that can tell how many records a scope has. */
@FunctionalInterface
public interface RecordCount {

    /**
     * How many records of the scope are kept, in whatever state but expired, up to a limit: nothing beyond is counted. Those past
     * their retention count until they have been reaped.
     *
     * <p>The work is bounded by the limit, so it may be too few if the scope has more expired records than the limit, which only
     * happens where reaping keeps them.
     */
    int count(Scope scope, int limit);
}
