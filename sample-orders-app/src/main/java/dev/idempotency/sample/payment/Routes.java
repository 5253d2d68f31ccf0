package dev.idempotency.sample.payment;

import java.net.URI;
import java.util.Map;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Where a charge goes: to the acquirer of its card, and if that could not be reached, the next time to the provider. */
final class Routes {

    private static final String REMEMBER = """
            INSERT INTO undelivered_charges (charge_key)
            VALUES (:key)
            ON CONFLICT (charge_key) DO NOTHING
            """;

    private static final String IS_UNDELIVERED = """
            SELECT EXISTS (SELECT FROM undelivered_charges WHERE charge_key = :key)
            """;

    private final JdbcClient jdbc;
    private final URI provider;
    private final Map<String, URI> acquirers;

    Routes(JdbcClient jdbc, URI provider, Map<String, URI> acquirers) {
        this.jdbc = jdbc;
        this.provider = provider;
        this.acquirers = acquirers;
    }

    URI provider() {
        return provider;
    }

    URI of(String card, String key) {
        URI acquirer = acquirers.get(card);
        return acquirer == null || isUndelivered(key) ? provider : acquirer;
    }

    /** The charge did not reach anybody. */
    void undelivered(String key) {
        jdbc.sql(REMEMBER).param("key", key).update();
    }

    private boolean isUndelivered(String key) {
        return jdbc.sql(IS_UNDELIVERED).param("key", key).query(Boolean.class).single();
    }
}
