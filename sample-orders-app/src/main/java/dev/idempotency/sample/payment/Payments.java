package dev.idempotency.sample.payment;

import java.util.UUID;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/** Our books: which charges have paid for which orders. */
@Repository
class Payments {

    private static final String RECORD = """
            INSERT INTO payments (charge_id, order_id, amount_cents)
            VALUES (:charge, :order, :amount)
            ON CONFLICT (charge_id) DO NOTHING
            """;

    private static final String GET = """
            SELECT charge_id, order_id, amount_cents, paid_at
              FROM payments
             WHERE charge_id = :charge
            """;

    private final JdbcClient jdbc;

    Payments(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    /** The payment that came of the charge; recorded now, unless it is already. */
    Payment record(Charge charge) {
        jdbc.sql(RECORD)
                .param("charge", charge.id())
                .param("order", charge.orderId())
                .param("amount", charge.amountCents())
                .update();
        return get(charge.id());
    }

    private Payment get(UUID charge) {
        return jdbc.sql(GET).param("charge", charge).query(Payment.class).single();
    }
}
