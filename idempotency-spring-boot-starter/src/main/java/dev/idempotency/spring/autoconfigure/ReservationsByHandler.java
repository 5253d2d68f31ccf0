package dev.idempotency.spring.autoconfigure;

import dev.idempotency.core.store.Reservations;
import dev.idempotency.spring.endpoint.Endpoint;
import java.lang.reflect.Method;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.web.method.HandlerMethod;

/** Mode TRANSACTIONAL of each endpoint: one for each handler and transaction manager, made when it is first asked for. */
final class ReservationsByHandler implements Function<Endpoint, Reservations> {

    private final Function<Endpoint, Reservations> made;
    private final Map<Key, Reservations> known = new ConcurrentHashMap<>();

    ReservationsByHandler(Function<Endpoint, Reservations> made) {
        this.made = made;
    }

    /** Throws, with what to do about it, where the endpoint cannot run in this mode. */
    @Override
    public Reservations apply(Endpoint endpoint) {
        return known.computeIfAbsent(Key.of(endpoint), key -> made.apply(endpoint));
    }

    /** @param type null, as the method, where no controller's method takes the requests */
    private record Key(
            String transactionManager,
            @Nullable Class<?> type,
            @Nullable Method method) {

        static Key of(Endpoint endpoint) {
            HandlerMethod handler = endpoint.handler();
            return handler == null
                    ? new Key(endpoint.transactionManager(), null, null)
                    : new Key(endpoint.transactionManager(), handler.getBeanType(), handler.getMethod());
        }
    }
}
