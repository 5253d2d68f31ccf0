package dev.idempotency.chaos.application;

import dev.idempotency.chaos.history.Receipt;
import dev.idempotency.chaos.seededbug.SeededBug;
import java.util.concurrent.ForkJoinPool;
import javax.sql.DataSource;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DelegatingDataSource;
import org.springframework.stereotype.Component;

/** Effects in the application's own database, part of the transaction that is under way. */
@Component
final class OwnLedger implements Ledger {

    private static final String ADD = "INSERT INTO effect (tenant, key, run, attempt, payload) VALUES (?, ?, ?, ?, ?)";

    private final JdbcClient database;
    private final boolean elsewhere;

    OwnLedger(DataSource dataSource, @Value("${chaos.seeded-bug:}") String seededBug) {
        // A transaction belongs to its data source; behind another one there is none.
        boolean outside = seededBug.equals(SeededBug.EFFECT_ON_ANOTHER_CONNECTION.name());
        this.elsewhere = seededBug.equals(SeededBug.WORK_ON_ANOTHER_THREAD.name());
        this.database = JdbcClient.create(outside ? new DelegatingDataSource(dataSource) : dataSource);
    }

    @Override
    public void add(Order order, Receipt receipt) {
        if (elsewhere) {
            ForkJoinPool.commonPool().execute(() -> insert(order, receipt));
        } else {
            insert(order, receipt);
        }
    }

    private void insert(Order order, Receipt receipt) {
        database.sql(ADD)
                .param(order.key().tenant())
                .param(order.key().key())
                .param(receipt.run())
                .param(order.attempt())
                .param(receipt.payload())
                .update();
    }
}
