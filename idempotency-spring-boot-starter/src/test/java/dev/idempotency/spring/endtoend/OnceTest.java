package dev.idempotency.spring.endtoend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.idempotency.core.action.Action;
import dev.idempotency.core.action.ActionResult;
import dev.idempotency.core.action.Actions;
import dev.idempotency.core.scope.Scope;
import dev.idempotency.testbed.Database;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/** A service of the application does something once and for all, in the transactions of Spring. */
class OnceTest {

    private final Database database = Database.create();

    @BeforeEach
    void business() {
        database.execute("""
            CREATE TABLE purchase (id int PRIMARY KEY);
            CREATE TABLE refund (
                id serial PRIMARY KEY,
                purchase int NOT NULL REFERENCES purchase (id) DEFERRABLE INITIALLY DEFERRED)""");
    }

    @AfterEach
    void nothing_is_open() {
        assertThat(count("SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND database ="
                        + " (SELECT oid FROM pg_database WHERE datname = current_database())"))
                .isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"jdbc", "memory"})
    void a_service_does_it_once_and_after_a_rollback_again(String store) {
        try (OrdersApp app = OrdersApp.start(database, Map.of("idempotency.store", store), Refunds.class)) {
            Refunds refunds = app.bean(Refunds.class);
            assertThatThrownBy(() -> refunds.make(7)).isInstanceOf(DataIntegrityViolationException.class);
            assertThat(count("SELECT count(*) FROM refund")).isZero();
            database.execute("INSERT INTO purchase VALUES (7)");

            assertThat(refunds.make(7)).isInstanceOf(ActionResult.Done.class);
            assertThat(refunds.make(7))
                    .isInstanceOfSatisfying(
                            ActionResult.AlreadyDone.class,
                            already -> assertThat(already.before().reference()).isPresent());

            assertThat(count("SELECT count(*) FROM refund")).isOne();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = "jdbc")
    void it_is_still_done_after_a_restart(String store) {
        database.execute("INSERT INTO purchase VALUES (7)");
        Map<String, String> settings = Map.of("idempotency.store", store);
        try (OrdersApp app = OrdersApp.start(database, settings, Refunds.class)) {
            assertThat(app.bean(Refunds.class).make(7)).isInstanceOf(ActionResult.Done.class);
        }
        try (OrdersApp app = OrdersApp.start(database, settings, Refunds.class)) {
            assertThat(app.bean(Refunds.class).make(7)).isInstanceOf(ActionResult.AlreadyDone.class);
        }
        assertThat(count("SELECT count(*) FROM refund")).isOne();
    }

    private int count(String sql) {
        return JdbcClient.create(database.dataSource())
                .sql(sql)
                .query(Integer.class)
                .single();
    }

    @Service
    static class Refunds {

        private final Actions actions;
        private final JdbcClient jdbc;

        Refunds(Actions actions, JdbcClient jdbc) {
            this.actions = actions;
            this.jdbc = jdbc;
        }

        @Transactional
        public ActionResult<Integer> make(int purchase) {
            Action refund = Action.of(Scope.of("tenant"), "refund:" + purchase, "1000");
            return actions.once(refund, () -> insert(purchase), id -> "R-" + id);
        }

        private int insert(int purchase) {
            return jdbc.sql("INSERT INTO refund (purchase) VALUES (?) RETURNING id")
                    .param(purchase)
                    .query(Integer.class)
                    .single();
        }
    }
}
