package dev.idempotency.client.internal.call;

import java.net.URI;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Remembers calls that have just failed and whose key nobody has named: it is random, or counted. When the same call comes again
 * with another key, somebody retries around us, and the server cannot know that it is a retry. It is said once.
 */
final class FreshKeys {

    private static final Logger log = LoggerFactory.getLogger(FreshKeys.class);
    private static final long A_MOMENT = Duration.ofSeconds(1).toNanos();
    private static final int MOST = 1_000;

    private final Map<String, Long> failed = new LinkedHashMap<>() {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Long> eldest) {
            return size() > MOST;
        }
    };

    private volatile boolean isEmpty = true;
    private boolean isSaid;

    synchronized void failed(String method, URI uri) {
        failed.put(method + " " + uri, System.nanoTime());
        isEmpty = false;
    }

    void made(String alias, String method, URI uri) {
        if (!isEmpty) {
            lookAt(alias, method, uri);
        }
    }

    private synchronized void lookAt(String alias, String method, URI uri) {
        Long since = failed.remove(method + " " + uri);
        isEmpty = failed.isEmpty();
        if (since != null && System.nanoTime() - since < A_MOMENT && !isSaid) {
            isSaid = true;
            log.warn(
                    "A {} to {} failed and was sent again within a second with another key. If something around this client"
                            + " retries, put its work into IdempotentCalls.within(...), or name its step (IdempotentCalls.STEP) if"
                            + " a request with a key is being handled, so that all its attempts have one key",
                    method,
                    alias);
        }
    }
}
