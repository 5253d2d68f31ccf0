package dev.idempotency.sample.refund;

import java.util.List;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/** What has been given back. */
@Repository
class Refunds {

    private static final String INSERT = """
            INSERT INTO refunds (order_id, amount_cents)
            VALUES (:order, :amount)
            RETURNING id, order_id, amount_cents, refunded_at
            """;

    private static final String LIST = """
            SELECT id, order_id, amount_cents, refunded_at
              FROM refunds
             WHERE order_id = :order
             ORDER BY id
            """;

    private final JdbcClient jdbc;

    Refunds(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    Refund insert(long order, long amountCents) {
        return jdbc.sql(INSERT)
                .param("order", order)
                .param("amount", amountCents)
                .query(Refund.class)
                .single();
    }

    List<Refund> ofOrder(long order) {
        return jdbc.sql(LIST).param("order", order).query(Refund.class).list();
    }
}
