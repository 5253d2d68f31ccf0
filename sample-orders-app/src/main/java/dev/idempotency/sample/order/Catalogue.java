package dev.idempotency.sample.order;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/** What can be ordered. */
@Repository
class Catalogue {

    private static final String FIND = """
            SELECT sku, units_per_parcel
              FROM products
             WHERE sku = :sku
            """;

    private final JdbcClient jdbc;

    Catalogue(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    Product get(String sku) {
        return jdbc.sql(FIND).param("sku", sku).query(Product.class).optional().orElseThrow(NotFoundException::product);
    }
}
