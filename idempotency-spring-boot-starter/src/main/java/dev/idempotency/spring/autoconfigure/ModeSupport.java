package dev.idempotency.spring.autoconfigure;

import dev.idempotency.core.store.IdempotencyStore;
import dev.idempotency.core.store.Reservations;
import dev.idempotency.spring.IdempotencyConfigurationException;
import dev.idempotency.spring.Mode;
import dev.idempotency.spring.endpoint.Endpoint;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;

/**
 * What keeps the records of an endpoint, by its mode. A mode that nobody supports stops the application when it starts: to run
 * the endpoint by another mode would break what it was promised. An application that has no endpoint needs none.
 *
 * @param byMode for each supported mode
 * @param lacking why there is none
 */
record ModeSupport(
        Map<Mode, Function<Endpoint, Reservations>> byMode,
        @Nullable IdempotencyConfigurationException lacking) {

    /** LEASE, kept by the only store; TRANSACTIONAL, where that is in a database. */
    static ModeSupport of(
            ObjectProvider<IdempotencyStore> stores,
            StoreInterceptors interceptors,
            @Nullable Function<Endpoint, Reservations> transactional,
            boolean hasDatabase) {
        IdempotencyStore store = stores.getIfUnique();
        if (store != null) {
            Map<Mode, Function<Endpoint, Reservations>> modes = new EnumMap<>(Mode.class);
            Reservations leases = interceptors.around(store);
            modes.put(Mode.LEASE, endpoint -> leases);
            if (transactional != null) {
                modes.put(Mode.TRANSACTIONAL, transactional);
            }
            return new ModeSupport(modes, null);
        }
        List<String> types =
                stores.stream().map(each -> each.getClass().getName()).sorted().toList();
        if (types.isEmpty()) {
            return new ModeSupport(Map.of(), hasDatabase ? notSeen() : noStore());
        }
        return new ModeSupport(Map.of(), severalStores(types));
    }

    Reservations reservationsOf(Endpoint endpoint) {
        if (lacking != null) {
            throw lacking;
        }
        Function<Endpoint, Reservations> support = byMode.get(endpoint.mode());
        if (support == null) {
            throw unsupported(endpoint);
        }
        return support.apply(endpoint);
    }

    /** Throws for an endpoint whose mode is not supported, or lacks something. */
    void check(Endpoint endpoint) {
        reservationsOf(endpoint);
    }

    private IdempotencyConfigurationException unsupported(Endpoint endpoint) {
        return new IdempotencyConfigurationException(
                "The endpoint '%s' is to run in mode %s, which nothing here supports."
                        .formatted(endpoint.operation(), endpoint.mode()),
                "Use one of these modes: %s.".formatted(byMode.keySet()));
    }

    private static IdempotencyConfigurationException noStore() {
        return new IdempotencyConfigurationException(
                "There is nowhere to keep the records of idempotent requests: no DataSource, and no IdempotencyStore bean.",
                "Configure a PostgreSQL database by 'spring.datasource.url', or define a bean of type IdempotencyStore."
                        + " For development on a single node set 'idempotency.store: memory'; to switch idempotency off,"
                        + " set 'idempotency.enabled: false'.");
    }

    private static IdempotencyConfigurationException notSeen() {
        return new IdempotencyConfigurationException(
                "There is nowhere to keep the records of idempotent requests: when it was decided whether a table is needed, no"
                        + " bean was known to be @Idempotent.",
                "Set 'idempotency.store: jdbc', so that the table is there in any case.");
    }

    private static IdempotencyConfigurationException severalStores(List<String> types) {
        return new IdempotencyConfigurationException(
                "There are several stores for the records of idempotent requests: " + String.join(", ", types) + ".",
                "Remove all but one, or mark one as @Primary: two stores would let a request run twice.");
    }
}
