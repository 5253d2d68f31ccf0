package dev.idempotency.sample.provider;

import java.util.List;
import java.util.Optional;
import org.springframework.jdbc.core.simple.JdbcClient;

/** The provider's books. They have one charge for a key, however often somebody asks for it. */
final class Ledger {

    private static final String CHARGE = """
            INSERT INTO provider.charges (key, order_id, amount_cents, card)
            VALUES (:key, :order, :amount, :card)
            ON CONFLICT (key) DO UPDATE
               SET requests = charges.requests + 1
            RETURNING id, order_id, amount_cents, card, requests, charged_at
            """;

    private static final String FIND = """
            SELECT id, order_id, amount_cents, card, requests, charged_at
              FROM provider.charges
             WHERE key = :key
            """;

    private static final String LIST = """
            SELECT id, order_id, amount_cents, card, requests, charged_at
              FROM provider.charges
             ORDER BY charged_at, id
            """;

    private final JdbcClient jdbc;

    Ledger(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    LedgerEntry charge(String key, ChargeRequest request) {
        return jdbc.sql(CHARGE)
                .param("key", key)
                .param("order", request.orderId())
                .param("amount", request.amountCents())
                .param("card", request.card())
                .query(LedgerEntry.class)
                .single();
    }

    Optional<LedgerEntry> find(String key) {
        return jdbc.sql(FIND).param("key", key).query(LedgerEntry.class).optional();
    }

    List<LedgerEntry> list() {
        return jdbc.sql(LIST).query(LedgerEntry.class).list();
    }
}
