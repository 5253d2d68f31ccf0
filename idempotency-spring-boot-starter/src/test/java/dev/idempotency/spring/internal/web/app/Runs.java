package dev.idempotency.spring.internal.web.app;

import jakarta.servlet.http.HttpServletRequest;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Counts how often handlers ran, by key, and lets a test hold one inside its handler. */
public final class Runs {

    private final Map<String, AtomicInteger> counts = new ConcurrentHashMap<>();
    private final Map<String, Held> held = new ConcurrentHashMap<>();

    /** A handler that waits. */
    public static final class Held {
        private final CountDownLatch arrived = new CountDownLatch(1);
        private final CountDownLatch go = new CountDownLatch(1);

        void waitHere() {
            arrived.countDown();
            await(go);
        }

        /** Waits until the handler is there. */
        public void awaitArrival() {
            await(arrived);
        }

        public void letGo() {
            go.countDown();
        }

        private static void await(CountDownLatch latch) {
            try {
                if (!latch.await(20, TimeUnit.SECONDS)) {
                    throw new IllegalStateException("Waited in vain");
                }
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    public int of(String key) {
        AtomicInteger count = counts.get(key);
        return count == null ? 0 : count.get();
    }

    /** Counted at the beginning of every handler. */
    public int count(HttpServletRequest request) {
        return count(keyOf(request));
    }

    String keyOf(HttpServletRequest request) {
        return String.valueOf(request.getHeader("Idempotency-Key"));
    }

    int count(String key) {
        return counts.computeIfAbsent(key, unseen -> new AtomicInteger()).incrementAndGet();
    }

    public void forget(String key) {
        counts.remove(key);
    }

    /** The next handler with this key stops where it calls {@link #pause}. */
    public Held hold(String key) {
        Held gate = new Held();
        held.put(key, gate);
        return gate;
    }

    void pause(HttpServletRequest request) {
        takeHeld(keyOf(request)).waitHere();
    }

    /** One that does not hold, unless a test wants it to. */
    Held takeHeld(String key) {
        Held gate = held.remove(key);
        if (gate != null) {
            return gate;
        }
        Held open = new Held();
        open.letGo();
        return open;
    }
}
