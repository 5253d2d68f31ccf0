package dev.idempotency.sample.provider;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * The provider's books. They have one charge for a key, however often somebody asks for it. What takes its time is accepted at once
 * and charged when it is due.
 */
final class Ledger {

    private static final String CHARGE = """
            INSERT INTO provider.charges (key, order_id, amount_cents, card, charged_at)
            VALUES (:key, :order, :amount, :card, clock_timestamp() + :delay * interval '1 millisecond')
            ON CONFLICT (key) DO UPDATE
               SET requests = charges.requests + 1
            RETURNING id, order_id, amount_cents, card, requests, charged_at
            """;

    private static final String FIND = """
            SELECT id, order_id, amount_cents, card, requests, charged_at
              FROM provider.charges
             WHERE key = :key AND charged_at <= clock_timestamp()
            """;

    private static final String IS_ACCEPTED = """
            SELECT EXISTS (SELECT FROM provider.charges WHERE key = :key)
            """;

    private static final String LIST = """
            SELECT id, order_id, amount_cents, card, requests, charged_at
              FROM provider.charges
             WHERE charged_at <= clock_timestamp()
             ORDER BY charged_at, id
            """;

    private final JdbcClient jdbc;

    Ledger(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    /** Accepts a charge that will have been made after the delay. */
    LedgerEntry charge(String key, ChargeRequest request, Duration delay) {
        return jdbc.sql(CHARGE)
                .param("key", key)
                .param("order", request.orderId())
                .param("amount", request.amountCents())
                .param("card", request.card())
                .param("delay", delay.toMillis())
                .query(LedgerEntry.class)
                .single();
    }

    /** What was charged for the key, if it was by now. */
    Optional<LedgerEntry> find(String key) {
        return jdbc.sql(FIND).param("key", key).query(LedgerEntry.class).optional();
    }

    /** Whether something was, or is going to be charged for the key. */
    boolean isAccepted(String key) {
        return jdbc.sql(IS_ACCEPTED).param("key", key).query(Boolean.class).single();
    }

    List<LedgerEntry> list() {
        return jdbc.sql(LIST).query(LedgerEntry.class).list();
    }
}
