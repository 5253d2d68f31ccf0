package dev.idempotency.benchmarks.application;

import java.util.Map;
import java.util.Objects;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/** The work itself: one row in one transaction. */
@Service
class Purchases {

    private static final String INSERT = "INSERT INTO purchase (sku, quantity, note) VALUES (?, ?, ?) RETURNING id";

    private final JdbcTemplate jdbc;

    Purchases(JdbcTemplate jdbc) {
        this.jdbc = jdbc;
    }

    @Transactional
    public Purchase place(Map<String, Object> ordered) {
        Purchase purchase = Purchase.of(ordered, 0);
        Long id = Objects.requireNonNull(
                jdbc.queryForObject(INSERT, Long.class, purchase.sku(), purchase.quantity(), purchase.note()));
        return Purchase.of(ordered, id);
    }
}
