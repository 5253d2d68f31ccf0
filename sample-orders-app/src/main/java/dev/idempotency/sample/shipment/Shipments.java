package dev.idempotency.sample.shipment;

import java.util.List;
import java.util.Optional;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/** What has been shipped. */
@Repository
class Shipments {

    private static final String RECORD = """
            INSERT INTO shipments (shipment_key, order_id, carrier)
            VALUES (:key, :order, :carrier)
            ON CONFLICT (shipment_key) DO NOTHING
            """;

    private static final String FIND = """
            SELECT id, order_id, carrier, shipped_at
              FROM shipments
             WHERE shipment_key = :key
            """;

    private static final String LIST = """
            SELECT id, order_id, carrier, shipped_at
              FROM shipments
             WHERE order_id = :order
             ORDER BY id
            """;

    private final JdbcClient jdbc;

    Shipments(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    /** The shipment of this key; recorded now, unless it is already. */
    Shipment record(String key, long order, String carrier) {
        jdbc.sql(RECORD)
                .param("key", key)
                .param("order", order)
                .param("carrier", carrier)
                .update();
        return find(key).orElseThrow();
    }

    Optional<Shipment> find(String key) {
        return jdbc.sql(FIND).param("key", key).query(Shipment.class).optional();
    }

    List<Shipment> ofOrder(long order) {
        return jdbc.sql(LIST).param("order", order).query(Shipment.class).list();
    }
}
