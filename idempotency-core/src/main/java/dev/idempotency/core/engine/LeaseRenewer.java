package dev.idempotency.core.engine;

import dev.idempotency.core.record.Lease;
import dev.idempotency.core.store.IdempotencyStore;
import dev.idempotency.core.store.StoreException;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Renews the leases of all runs on this node, so that a slow handler keeps its run although a lease is short.
 *
 * <p>{@link #renewDue} is called several times in the shortest lease's length. A node that stops calling it, because it was
 * paused or cut off, loses its leases, and with them the right to answer for its runs.
 */
public final class LeaseRenewer {

    private static final Logger log = LoggerFactory.getLogger(LeaseRenewer.class);

    private final IdempotencyStore store;
    private final Set<TrackedLease> running = ConcurrentHashMap.newKeySet();

    public LeaseRenewer(IdempotencyStore store) {
        this.store = store;
    }

    void keep(TrackedLease held) {
        running.add(held);
    }

    void letGo(TrackedLease held) {
        running.remove(held);
    }

    /** How many runs there are on this node. */
    public int running() {
        return running.size();
    }

    /** The age of the oldest run on this node; zero if there is none. */
    public Duration oldest() {
        return Duration.ofNanos(
                running.stream().mapToLong(TrackedLease::length).max().orElse(0));
    }

    /** Renews all leases that are due, in one step. Returns how many leases were renewed. */
    public int renewDue() {
        List<TrackedLease> due = running.stream().filter(TrackedLease::isDue).toList();
        if (due.isEmpty()) {
            return 0;
        }
        long askedAt = System.nanoTime();
        try {
            Set<Lease> renewed =
                    store.renew(due.stream().map(TrackedLease::lease).collect(Collectors.toUnmodifiableList()));
            due.forEach(held -> settle(held, renewed.contains(held.lease()), askedAt));
            return renewed.size();
        } catch (StoreException failure) {
            log.warn("{} leases could not be renewed; renewal is tried again until they run out", due.size(), failure);
            return 0;
        }
    }

    private void settle(TrackedLease held, boolean renewed, long askedAt) {
        if (renewed) {
            held.renewed(askedAt);
        } else if (running.remove(held)) {
            log.warn(
                    "The lease of {} was lost while its handler ran; the answer of that run will be withheld",
                    held.lease().id());
        }
    }
}
