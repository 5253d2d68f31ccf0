package dev.idempotency.frameworks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idempotency.testbed.Database;
import java.net.http.HttpResponse;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.jdbc.core.simple.JdbcClient;

/** What holds for a handler in mode TRANSACTIONAL, whatever it writes through. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class FrameworkContract {

    private static final String NO_JPA =
            "org.springframework.boot.hibernate.autoconfigure.HibernateJpaAutoConfiguration";

    private final Class<?> framework;
    private final Map<String, String> properties;
    private final Database database = ShopApp.createDatabase();
    private ShopApp app;

    FrameworkContract(Class<?> framework, Map<String, String> properties) {
        this.framework = framework;
        this.properties = properties;
    }

    /** What keeps Spring Boot from a transaction manager for JPA. */
    static Map<String, String> withoutJpa() {
        return Map.of("spring.autoconfigure.exclude", NO_JPA, "spring.data.jpa.repositories.enabled", "false");
    }

    @BeforeAll
    void start() {
        app = ShopApp.start(database, properties, framework, Desk.class, Shop.class);
    }

    @AfterAll
    void stop() {
        app.close();
    }

    ShopApp app() {
        return app;
    }

    Database database() {
        return database;
    }

    @ParameterizedTest
    @ValueSource(strings = {"/purchases", "/at-the-desk"})
    void the_work_is_done_once_and_the_retry_gets_its_answer(String path) {
        String item = newItem();

        HttpResponse<String> first = post(path, item);
        HttpResponse<String> again = post(path, item);

        assertThat(first.statusCode()).as(first.body()).isEqualTo(201);
        assertThat(again.statusCode()).isEqualTo(201);
        assertThat(again.body()).isEqualTo(first.body());
        assertThat(isReplay(first)).isFalse();
        assertThat(isReplay(again)).isTrue();
        assertThat(rows(item)).isOne();
        assertThat(records(item)).isOne();
    }

    @ParameterizedTest
    @ValueSource(strings = {"/purchases", "/at-the-desk"})
    void the_row_and_the_record_are_of_one_transaction_on_one_connection(String path) {
        String item = newItem();
        app.events().clear();

        post(path, item);

        assertThat(app.events()).containsExactly("connection", "commit");
        assertThat(count("""
                SELECT count(*) FROM purchase p, idempotency_record r
                WHERE p.item = ? AND r.key = p.item AND r.xmin::text = p.xmin::text""", item)).isOne();
    }

    @Test
    void a_throw_leaves_neither_the_row_nor_a_record_and_the_retry_runs() {
        String item = newItem();

        assertThat(post("/thrown", item).statusCode()).isEqualTo(500);
        assertThat(isReplay(post("/thrown", item))).isFalse();

        assertThat(rows(item)).isZero();
        assertThat(records(item)).isZero();
    }

    @Test
    void a_refusal_after_a_rollback_is_stored_by_itself() {
        String item = newItem();
        app.events().clear();

        HttpResponse<String> first = post("/refused", item);

        // The commit travels with the record; what the transaction manager then rolls back is over.
        assertThat(app.events()).containsExactly("connection", "rollback");
        HttpResponse<String> again = post("/refused", item);
        assertThat(first.statusCode()).isEqualTo(422);
        assertThat(first.body()).isEqualTo("refused");
        assertThat(again.statusCode()).isEqualTo(422);
        assertThat(again.body()).isEqualTo("refused");
        assertThat(isReplay(again)).isTrue();
        assertThat(rows(item)).isZero();
    }

    @Test
    void what_a_handler_wrote_before_it_threw_is_undone_and_its_answer_is_stored() {
        String item = newItem();

        HttpResponse<String> first = post("/declined", item);
        HttpResponse<String> again = post("/declined", item);

        assertThat(first.statusCode()).isEqualTo(422);
        assertThat(again.body()).isEqualTo(first.body());
        assertThat(isReplay(again)).isTrue();
        assertThat(rows(item)).isZero();
    }

    @Test
    void the_application_answers_a_deferred_constraint_that_fails_and_nothing_is_stored() {
        String item = newItem();
        int customer = Math.abs(item.hashCode());
        String body = body(item, customer);

        HttpResponse<String> first = app.post("/purchases", item, body);

        assertThat(first.statusCode()).isEqualTo(409);
        assertThat(first.body()).isEqualTo("not accepted");
        assertThat(rows(item)).isZero();
        assertThat(records(item)).isZero();
        database.execute("INSERT INTO customer VALUES (" + customer + ")");
        assertThat(app.post("/purchases", item, body).statusCode()).isEqualTo(201);
        assertThat(rows(item)).isOne();
    }

    @ParameterizedTest
    @CsvSource({"/default, read committed", "/repeatable, repeatable read", "/serializable, serializable"})
    void the_isolation_is_that_of_the_handler(String path, String isolation) {
        assertThat(post(path, newItem()).body()).isEqualTo(isolation);
    }

    @Test
    void of_two_conflicting_serializable_handlers_one_is_not_stored_and_runs_again() {
        String item = newItem();
        Shop.meanwhile = this::rival;
        HttpResponse<String> first;
        try {
            first = post("/counted", item);
        } finally {
            Shop.meanwhile = () -> {};
        }

        assertThat(first.statusCode()).as(first.body()).isEqualTo(409);
        assertThat(rows(item)).isZero();
        assertThat(records(item)).isZero();
        assertThat(post("/counted", item).statusCode()).isEqualTo(200);
        assertThat(rows(item)).isOne();
    }

    /** Counts and writes, as the handler does, in a transaction of its own. */
    private void rival() {
        try (Connection connection = database.dataSource().getConnection();
                Statement statement = connection.createStatement()) {
            connection.setTransactionIsolation(Connection.TRANSACTION_SERIALIZABLE);
            connection.setAutoCommit(false);
            statement.execute("INSERT INTO purchase (item) SELECT 'rival ' || count(*) || random() FROM purchase");
            connection.commit();
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void a_time_out_is_answered_by_the_application_and_nothing_is_stored() {
        String item = newItem();
        for (int attempt = 0; attempt < 2; attempt++) {
            HttpResponse<String> answer = post("/too-late", item);

            assertThat(answer.statusCode()).as(answer.body()).isEqualTo(409);
            assertThat(isReplay(answer)).isFalse();
            assertThat(rows(item)).isZero();
            assertThat(records(item)).isZero();
        }
    }

    HttpResponse<String> post(String path, String item) {
        return app.post(path, item, body(item, null));
    }

    static String body(String item, Integer customer) {
        return "{\"item\":\"%s\",\"customer\":%s}".formatted(item, customer);
    }

    /** Also the key. */
    static String newItem() {
        return UUID.randomUUID().toString();
    }

    static boolean isReplay(HttpResponse<String> answer) {
        return answer.headers().firstValue("Idempotency-Replayed").isPresent();
    }

    int rows(String item) {
        return count("SELECT count(*) FROM purchase WHERE item = ?", item);
    }

    int records(String item) {
        return count("SELECT count(*) FROM idempotency_record WHERE key = ?", item);
    }

    private int count(String sql, String argument) {
        return JdbcClient.create(database.dataSource())
                .sql(sql)
                .params(List.of(argument))
                .query(Integer.class)
                .single();
    }
}
