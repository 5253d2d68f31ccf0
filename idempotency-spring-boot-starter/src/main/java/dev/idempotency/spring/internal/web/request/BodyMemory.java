package dev.idempotency.spring.internal.web.request;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

/** How many bytes the bodies of all requests may hold together while these are read, run and are answered. */
public final class BodyMemory {

    private final long capacity;
    private final AtomicLong used = new AtomicLong();

    /** @param capacity in bytes */
    public BodyMemory(long capacity) {
        if (capacity < 1) {
            throw new IllegalArgumentException("The memory for bodies must have at least 1 byte, not " + capacity);
        }
        this.capacity = capacity;
    }

    /** The largest body that fits if there is no other. */
    int limit(int wanted) {
        return (int) Math.min(wanted, capacity);
    }

    /** How many bytes are held now. */
    public long used() {
        return used.get();
    }

    Share share() {
        return new Share();
    }

    private boolean take(long bytes) {
        long before = used.get();
        while (before + bytes <= capacity) {
            if (used.compareAndSet(before, before + bytes)) {
                return true;
            }
            before = used.get();
        }
        return false;
    }

    /** What one body holds. Changed only by the thread that reads the body, and released once, by any. */
    final class Share {

        private final AtomicBoolean released = new AtomicBoolean();
        private volatile long held;

        void growTo(long bytes) throws BodyMemoryFullException {
            if (!take(bytes - held)) {
                throw new BodyMemoryFullException();
            }
            held = bytes;
        }

        void growBy(long bytes) throws BodyMemoryFullException {
            growTo(held + bytes);
        }

        void shrinkTo(long bytes) {
            used.addAndGet(bytes - held);
            held = bytes;
        }

        void release() {
            if (released.compareAndSet(false, true)) {
                used.addAndGet(-held);
            }
        }
    }
}
