package dev.idempotency.jdbc;

import static dev.idempotency.test.Requests.granted;
import static dev.idempotency.test.Requests.on;
import static dev.idempotency.test.Requests.request;
import static dev.idempotency.test.Requests.response;
import static org.assertj.core.api.Assertions.assertThat;

import dev.idempotency.core.record.Entity;
import dev.idempotency.core.scope.Scope;
import dev.idempotency.core.store.GrantedRun;
import dev.idempotency.core.store.Reservation;
import dev.idempotency.core.store.Reservation.EntityLocked;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.TransactionDefinition;

/** What an entity costs, in statements. */
class EntityCostsTest {

    private static final Entity ORDER = new Entity(Scope.of("tenant"), "order:1");

    private final List<String> statements = new ArrayList<>();
    private final TestStore table = TestStore.create();
    private final WatchedDataSource watched = new WatchedDataSource(table.dataSource(), statements::add);
    private final JdbcIdempotencyStore store = new JdbcIdempotencyStore(watched, JdbcStoreSettings.defaults());

    @AfterEach
    void close() {
        table.close();
    }

    @Test
    void a_run_with_an_entity_costs_the_two_statements_of_any_run() {
        GrantedRun run = granted(store, on(ORDER, request("first")));
        assertThat(statements).hasSize(1);
        assertThat(run.complete(response("done"))).isTrue();

        assertThat(statements).hasSize(2);
    }

    @Test
    void a_locked_entity_costs_three_statements_that_write_nothing() {
        granted(store, on(ORDER, request("first")));
        statements.clear();
        String before = writes();

        assertThat(store.reserve(on(ORDER, request("second")))).isInstanceOf(EntityLocked.class);

        assertThat(statements).hasSize(3);
        assertThat(writes()).isEqualTo(before);
    }

    @Test
    void a_run_in_a_transaction_has_as_many_statements_with_an_entity_as_without() {
        TransactionalReservations transactional = new TransactionalReservations(
                new JdbcTransactionManager(watched),
                TransactionDefinition.withDefaults(),
                watched,
                store,
                JdbcStoreSettings.defaults());
        run(transactional, "without", null);
        int without = statements.size();
        statements.clear();

        run(transactional, "with", ORDER);

        assertThat(statements).hasSize(without);
    }

    private void run(TransactionalReservations transactional, String key, Entity entity) {
        GrantedRun run = ((Reservation.Granted) transactional.reserve(on(entity, request(key)))).run();
        assertThat(run.complete(response("done"))).isTrue();
    }

    /** All rows with what no statement leaves as it was. */
    private String writes() {
        return table.sql()
                .sql("SELECT string_agg(xmin || ' ' || xmax || ' ' || key, ',') FROM idempotency_record")
                .query(String.class)
                .single();
    }
}
