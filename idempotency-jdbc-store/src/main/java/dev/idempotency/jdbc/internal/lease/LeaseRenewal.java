package dev.idempotency.jdbc.internal.lease;

import dev.idempotency.core.record.Lease;
import dev.idempotency.core.record.RecordId;
import dev.idempotency.core.store.StoreException;
import dev.idempotency.jdbc.internal.driver.Micros;
import dev.idempotency.jdbc.internal.driver.SqlArray;
import dev.idempotency.jdbc.internal.driver.SqlErrorClassifier;
import dev.idempotency.jdbc.internal.driver.StatementExecutor;
import dev.idempotency.jdbc.internal.record.LockOrder;
import dev.idempotency.jdbc.internal.record.MaintenanceSql;
import dev.idempotency.jdbc.internal.record.RecordRow;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Prolongs leases. */
public final class LeaseRenewal {

    private final StatementExecutor database;
    private final MaintenanceSql sql;

    public LeaseRenewal(StatementExecutor database, MaintenanceSql sql) {
        this.database = database;
        this.sql = sql;
    }

    /** Prolongs all in one statement; one by one if somebody blocks a record, so that this one costs no other its lease. */
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

    private Set<Lease> oneByOne(Collection<Lease> leases) {
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

    private Set<Lease> atOnce(Collection<Lease> leases) {
        Set<Held> held = new HashSet<>(database.writeReturning(
                sql.renew,
                (row, number) -> new Held(RecordRow.id(row), row.getLong("token")),
                texts(leases, lease -> lease.id().scope().value()),
                texts(leases, lease -> lease.id().key().value()),
                numbers(leases, Lease::token),
                texts(leases, Lease::owner),
                numbers(leases, lease -> Micros.of(lease.length())),
                leases.size()));
        return leases.stream()
                .filter(lease -> held.contains(new Held(lease.id(), lease.token())))
                .collect(Collectors.toUnmodifiableSet());
    }

    private static SqlArray texts(Collection<Lease> leases, Function<Lease, String> part) {
        return SqlArray.ofTexts(leases.stream().map(part).toList());
    }

    private static SqlArray numbers(Collection<Lease> leases, Function<Lease, Long> part) {
        return SqlArray.ofNumbers(leases.stream().map(part).toList());
    }

    private record Held(RecordId id, long token) {}
}
