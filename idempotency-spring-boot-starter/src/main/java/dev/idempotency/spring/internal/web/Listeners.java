package dev.idempotency.spring.internal.web;

import dev.idempotency.spring.web.IdempotencyListener;
import java.util.List;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** All listeners of an application. Whatever one of them throws is logged: the others are told, and what they are told of goes on. */
public final class Listeners {

    private static final Logger log = LoggerFactory.getLogger(Listeners.class);

    private final List<IdempotencyListener> all;

    /** @param all in the order in which they are told */
    public Listeners(List<IdempotencyListener> all) {
        this.all = List.copyOf(all);
    }

    /** Tells each of them. */
    public void tell(Consumer<IdempotencyListener> what) {
        for (IdempotencyListener listener : all) {
            try {
                what.accept(listener);
            } catch (RuntimeException | Error failure) {
                log.warn("An idempotency listener threw; the request is not affected", failure);
            }
        }
    }
}
