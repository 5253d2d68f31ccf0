package dev.idempotency.core.internal.limit;

import dev.idempotency.core.limit.KeyQuota;
import dev.idempotency.core.limit.RecordCount;
import dev.idempotency.core.record.RecordId;
import dev.idempotency.core.scope.Scope;
import dev.idempotency.core.store.IdempotencyStore;
import dev.idempotency.core.store.StoreException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntUnaryOperator;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Limits for each scope how many records are kept and how many are added in a second. The limits are approximate and
 * cheap:
 *
 * <ul>
 *   <li>Each node counts its own new keys of a second, and only those that were granted: replays are free.
 *   <li>Records are counted in the store, so that all nodes share the limit. They are counted seldom: see {@link
 *       ActiveKeys}.
 *   <li>A scope over its limit still gets replays, each looked up by one plain read. These reads are limited to the
 *       same rate as new keys, so that a refused scope cannot keep the store busy.
 *   <li>A fixed number of scopes is remembered: those used last.
 *   <li>If the store fails, nothing is limited; the reservation that follows meets the same failure.
 * </ul>
 */
public final class KeyLimits implements KeyQuota {

    private static final Logger log = LoggerFactory.getLogger(KeyLimits.class);

    private static final int SCOPES = 10_000;
    private static final int READS_PER_SECOND = 10;

    private final @Nullable Integer activeKeys;
    private final @Nullable Integer newKeysPerSecond;
    private final IdempotencyStore store;
    private final RecordCount records;
    private final LongSupplier nanoTime;
    private final Map<Scope, Usage> usages = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Scope, Usage> eldest) {
            return size() > SCOPES;
        }
    };

    /**
     * @param activeKeys how many records a scope may have; unlimited if null
     * @param newKeysPerSecond how many keys a scope may take on this node in a second; unlimited if null
     */
    public KeyLimits(
            @Nullable Integer activeKeys,
            @Nullable Integer newKeysPerSecond,
            IdempotencyStore store,
            RecordCount records) {
        this(activeKeys, newKeysPerSecond, store, records, System::nanoTime);
    }

    KeyLimits(
            @Nullable Integer activeKeys,
            @Nullable Integer newKeysPerSecond,
            IdempotencyStore store,
            RecordCount records,
            LongSupplier nanoTime) {
        this.activeKeys = positive(activeKeys);
        this.newKeysPerSecond = positive(newKeysPerSecond);
        this.store = store;
        this.records = records;
        this.nanoTime = nanoTime;
    }

    @Override
    public Optional<Duration> refusal(RecordId id) {
        long now = nanoTime.getAsLong();
        Usage usage = usageOf(id.scope(), now);
        Duration wait = usage.untilNext(now, limit -> count(id.scope(), limit));
        return wait.isZero() || (usage.reads.tryTake(now) && isKnown(id)) ? Optional.empty() : Optional.of(wait);
    }

    @Override
    public void granted(Scope scope) {
        long now = nanoTime.getAsLong();
        usageOf(scope, now).granted(now);
    }

    private Usage usageOf(Scope scope, long now) {
        synchronized (usages) {
            return usages.computeIfAbsent(scope, unseen -> new Usage(activeKeys, newKeysPerSecond, now));
        }
    }

    private boolean isKnown(RecordId id) {
        try {
            return store.find(id).isPresent();
        } catch (StoreException failure) {
            return true;
        }
    }

    private int count(Scope scope, int limit) {
        try {
            return records.count(scope, limit);
        } catch (StoreException failure) {
            log.debug("The records of {} could not be counted", scope, failure);
            return -1;
        }
    }

    private static @Nullable Integer positive(@Nullable Integer limit) {
        if (limit != null && limit < 1) {
            throw new IllegalArgumentException("A limit must be at least 1, not " + limit);
        }
        return limit;
    }

    /** What a scope has taken. */
    private static final class Usage {

        private final @Nullable ActiveKeys active;
        private final @Nullable TokenBucket fresh;
        private final TokenBucket reads;

        Usage(@Nullable Integer activeKeys, @Nullable Integer newKeysPerSecond, long now) {
            this.active = activeKeys == null ? null : new ActiveKeys(activeKeys, now);
            this.fresh = newKeysPerSecond == null ? null : new TokenBucket(newKeysPerSecond, now);
            this.reads = new TokenBucket(newKeysPerSecond == null ? READS_PER_SECOND : newKeysPerSecond, now);
        }

        void granted(long now) {
            if (active != null) {
                active.granted();
            }
            if (fresh != null) {
                fresh.take(now);
            }
        }

        Duration untilNext(long now, IntUnaryOperator count) {
            Duration wait = fresh == null ? Duration.ZERO : fresh.untilNext(now);
            return wait.isZero() && active != null && active.areTooMany(now, count)
                    ? ActiveKeys.COUNT_AGAIN_AFTER
                    : wait;
        }
    }
}
