package dev.idempotency.test;

import dev.idempotency.core.record.RecordId;
import dev.idempotency.core.store.GrantedRun;
import dev.idempotency.core.store.IdempotencyStore;
import dev.idempotency.core.store.Reservation;
import dev.idempotency.core.store.ReservationRequest;
import dev.idempotency.core.store.Resolution;
import dev.idempotency.core.store.StoreException;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/** One thread of the fuzz test: random operations on a few keys. */
final class Hammer {

    private final IdempotencyStore store;
    private final Random random;
    private final int[] counters;

    Hammer(IdempotencyStore store, Random random, int[] counters) {
        this.store = store;
        this.random = random;
        this.counters = counters;
    }

    /** Returns how often each key was granted to this thread. */
    int[] strike(int times) {
        int[] granted = new int[counters.length];
        for (int i = 0; i < times; i++) {
            int key = random.nextInt(counters.length);
            ReservationRequest request = Requests.request("hammered-" + key);
            if (reserve(request) instanceof Reservation.Granted grant) {
                granted[key]++;
                counters[key]++;
                end(grant.run());
            }
        }
        return granted;
    }

    /** A store may give up where others were faster too often, as long as nobody runs then. */
    private @Nullable Reservation reserve(ReservationRequest request) {
        try {
            return store.reserve(request);
        } catch (StoreException.NotApplied outrun) {
            return null;
        }
    }

    private void end(GrantedRun run) {
        boolean ended = switch (random.nextInt(4)) {
            case 0 -> run.complete(Requests.response("done"));
            case 1 -> run.markUnknown("error");
            case 2 -> store.renew(List.of(run.lease())).contains(run.lease()) && run.fail("error");
            default -> run.fail("error");
        };
        if (!ended) {
            throw new AssertionError("A lease that lasted was lost");
        }
        store.resolve(
                run.lease().id(),
                run.lease().token(),
                new Resolution.NotExecuted(Requests.RETENTION),
                Optional.empty());
        evict(run.lease().id());
    }

    private void evict(RecordId id) {
        try {
            store.evict(id, Requests.BY_HAND);
        } catch (StoreException.NotApplied outrun) {
            // The record stays, as it may.
        }
    }
}
