package dev.idempotency.jdbc.internal.record;

import dev.idempotency.core.record.RecordId;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * A hint at which records are there: some of those that this node has made or read. Its size is fixed; a newer record
 * takes the place of an older one. It may be wrong in either way, which costs a statement and nothing else.
 */
public final class RecentKeyHint {

    private static final int SIZE = 1 << 13;
    private static final long MIXING = 0x9E37_79B9_7F4A_7C15L;

    private final AtomicLongArray places = new AtomicLongArray(SIZE);

    public void add(RecordId id) {
        long hash = hash(id);
        places.lazySet(place(hash), hash);
    }

    public boolean mayContain(RecordId id) {
        long hash = hash(id);
        return places.get(place(hash)) == hash;
    }

    private static int place(long hash) {
        return (int) (hash >>> 51);
    }

    private static long hash(RecordId id) {
        long both =
                ((long) id.scope().value().hashCode() << 32) | (id.key().value().hashCode() & 0xFFFF_FFFFL);
        long mixed = (both ^ (both >>> 29)) * MIXING;
        return mixed == 0 ? MIXING : mixed;
    }
}
