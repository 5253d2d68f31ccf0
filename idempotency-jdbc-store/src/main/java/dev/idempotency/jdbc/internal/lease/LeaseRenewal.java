package dev.idempotency.jdbc.internal.lease;

import dev.idempotency.core.record.Lease;
import dev.idempotency.core.record.RecordId;
import dev.idempotency.core.store.StoreException;
import dev.idempotency.jdbc.internal.driver.Micros;
import dev.idempotency.jdbc.internal.driver.SqlErrorClassifier;
import dev.idempotency.jdbc.internal.driver.SqlStatement;
import dev.idempotency.jdbc.internal.driver.StatementExecutor;
import dev.idempotency.jdbc.internal.record.LockOrder;
import dev.idempotency.jdbc.internal.record.RecordParameters;
import dev.idempotency.jdbc.internal.record.RecordRow;
import dev.idempotency.jdbc.internal.record.SqlFragments;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** Renews leases. */
public final class LeaseRenewal {

    /** The limit is the number of the leases; it is there for the plan, as at the completion of several records. */
    private static final String RENEW = """
        UPDATE $table AS record
        SET lease_until = clock_timestamp() + lease.length * $microsecond
        FROM (
            SELECT *
            FROM unnest(:scope, :key, :token, :owner, :length) AS asked (scope, key, token, owner, length)
            LIMIT :count) AS lease
        WHERE $bounded AND record.scope = lease.scope AND record.key = lease.key
            AND record.token = lease.token AND record.owner = lease.owner AND state = 'in_progress'
        RETURNING record.scope, record.key, record.token
        """;

    private final StatementExecutor database;
    private final SqlStatement renew;

    public LeaseRenewal(StatementExecutor database, SqlFragments fragments) {
        this.database = database;
        this.renew = fragments.statement(RENEW);
    }

    /**
     * Prolongs all in one statement; one by one if another transaction blocks a record, so that this one costs no other
     * its lease.
     */
    public Set<Lease> renew(Collection<Lease> leases) {
        if (leases.isEmpty()) {
            return Set.of();
        }
        List<Lease> ordered = LockOrder.of(leases, Lease::id);
        try {
            return atOnce(ordered);
        } catch (StoreException.NotApplied failure) {
            if (leases.size() == 1 || !SqlErrorClassifier.isLockTimeout(failure)) {
                throw failure;
            }
            return oneByOne(ordered);
        }
    }

    private Set<Lease> oneByOne(List<Lease> leases) {
        Set<Lease> held = new HashSet<>();
        StoreException.NotApplied blocked = null;
        for (Lease lease : leases) {
            try {
                held.addAll(atOnce(List.of(lease)));
            } catch (StoreException.NotApplied failure) {
                blocked = failure;
            }
        }
        if (blocked != null) {
            throw blocked;
        }
        return held;
    }

    private Set<Lease> atOnce(List<Lease> leases) {
        Set<Held> held = new HashSet<>(database.writeReturning(
                renew.bind()
                        .with(RecordParameters.leases(leases, lease -> lease))
                        .set("length", RecordParameters.numbers(leases, lease -> Micros.of(lease.length())))
                        .set("count", leases.size()),
                (row, number) -> new Held(RecordRow.id(row), row.getLong("token"))));
        return leases.stream()
                .filter(lease -> held.contains(new Held(lease.id(), lease.token())))
                .collect(Collectors.toUnmodifiableSet());
    }

    private record Held(RecordId id, long token) {}
}
