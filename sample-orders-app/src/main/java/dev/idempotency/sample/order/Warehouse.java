package dev.idempotency.sample.order;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/** Sets aside what was ordered. */
@Repository
class Warehouse {

    private static final String RESERVE = """
            INSERT INTO stock_reservations (order_id, sku, quantity, parcels)
            VALUES (:order, :sku, :quantity, :parcels)
            ON CONFLICT (order_id) DO UPDATE
               SET quantity = excluded.quantity,
                   parcels = excluded.parcels
            """;

    private final JdbcClient jdbc;

    Warehouse(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    /** Sets as much aside for the order as it says now. */
    void reserve(Order order, Product product) {
        jdbc.sql(RESERVE)
                .param("order", order.id())
                .param("sku", product.sku())
                .param("quantity", order.quantity())
                .param("parcels", product.parcelsFor(order.quantity()))
                .update();
    }
}
