package dev.idempotency.spring.internal.web.response;

import java.io.IOException;
import java.util.Collections;
import java.util.Set;
import java.util.WeakHashMap;

/**
 * What the client's own stream has thrown. None of these exceptions says anything about the work, no matter which code
 * throws them on: it is known again by identity, as a connection that the handler itself uses throws exceptions of the
 * same classes.
 */
final class ClientFailures {

    private final Set<Throwable> seen = Collections.synchronizedSet(Collections.newSetFromMap(new WeakHashMap<>()));
    private volatile boolean any;

    /** Something that is written to the client. */
    interface Write {
        void run() throws IOException;
    }

    void noting(Write write) throws IOException {
        try {
            write.run();
        } catch (IOException e) {
            note(e);
            throw e;
        }
    }

    void note(Throwable failure) {
        seen.add(failure);
        any = true;
    }

    boolean isEmpty() {
        return !any;
    }

    boolean include(Throwable thrown) {
        return seen.contains(thrown);
    }
}
