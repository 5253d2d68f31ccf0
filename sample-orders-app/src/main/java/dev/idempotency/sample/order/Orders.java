package dev.idempotency.sample.order;

import java.util.List;
import java.util.Optional;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/** The orders of all tenants. Every statement names the tenant, so nobody sees another one's. */
@Repository
class Orders {

    private static final String INSERT = """
            INSERT INTO orders (tenant, sku, quantity, note)
            VALUES (:tenant, :sku, :quantity, :note)
            RETURNING id, sku, quantity, note, placed_at
            """;

    private static final String UPDATE = """
            UPDATE orders
               SET quantity = :quantity
             WHERE tenant = :tenant
               AND id = :id
            RETURNING id, sku, quantity, note, placed_at
            """;

    private static final String FIND = """
            SELECT id, sku, quantity, note, placed_at
              FROM orders
             WHERE tenant = :tenant
               AND id = :id
            """;

    private static final String LIST = """
            SELECT id, sku, quantity, note, placed_at
              FROM orders
             WHERE tenant = :tenant
             ORDER BY id
            """;

    private final JdbcClient jdbc;

    Orders(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    Order insert(String tenant, NewOrder order) {
        return jdbc.sql(INSERT)
                .param("tenant", tenant)
                .param("sku", order.sku())
                .param("quantity", order.quantity())
                .param("note", order.note())
                .query(Order.class)
                .single();
    }

    Optional<Order> update(String tenant, long id, OrderChange change) {
        return jdbc.sql(UPDATE)
                .param("tenant", tenant)
                .param("id", id)
                .param("quantity", change.quantity())
                .query(Order.class)
                .optional();
    }

    Optional<Order> find(String tenant, long id) {
        return jdbc.sql(FIND)
                .param("tenant", tenant)
                .param("id", id)
                .query(Order.class)
                .optional();
    }

    List<Order> list(String tenant) {
        return jdbc.sql(LIST).param("tenant", tenant).query(Order.class).list();
    }
}
