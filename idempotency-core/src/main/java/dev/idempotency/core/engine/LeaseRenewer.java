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
 * Keeps the leases of all runs on this node alive, so that a lease can be short and a handler slow.
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

    /** For how long the longest of the runs on this node has been going on; zero when there is none. */
    public Duration oldest() {
        return Duration.ofNanos(
                running.stream().mapToLong(TrackedLease::length).max().orElse(0));
    }

    /** Renews what is due, all of it in one step. Returns how many leases were renewed. */
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
            log.warn("{} leases could not be renewed; tried again until they run out", due.size(), failure);
            return 0;
        }
    }

    private void settle(TrackedLease held, boolean renewed, long askedAt) {
        if (renewed) {
            held.renewed(askedAt);
        } else if (running.remove(held)) {
            log.warn(
                    "The lease of {} was lost while it ran; its answer will be withheld",
                    held.lease().id());
        }
    }
}
