package dev.idempotency.spring.endpoint;

import jakarta.servlet.http.HttpServletRequest;
import java.util.List;
import java.util.Optional;

/** Decides which requests are protected. It is called for every request of the application, so it must be cheap. */
@FunctionalInterface
public interface Endpoints {

    /** The protected endpoint that the request will reach; empty for every other request. Leaves no trace in the request. */
    Optional<ProtectedEndpoint> find(HttpServletRequest request);

    /** All that changes state, protected or not, by pattern and method; nothing where that cannot be told. */
    default List<StateChangingRoute> mappings() {
        return List.of();
    }
}
