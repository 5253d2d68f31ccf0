package dev.idempotency.spring.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idempotency.testbed.Database;
import java.net.http.HttpResponse;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.jdbc.core.simple.JdbcClient;

/** The transaction of mode TRANSACTIONAL is the one that {@code @Transactional} on the handler asks for. */
class FollowedTransactionsTest {

    private static final Database DATABASE = Database.create();
    private static final Class<?>[] COMPONENTS = {
        Ledgers.class,
        Ledgers.OfMethods.class,
        Ledgers.OfClass.class,
        Ledgers.OfInterface.class,
        Ledgers.OfLibrary.class,
        Ledgers.Advice.class
    };

    private static OrdersApp tomcat;
    private static OrdersApp jetty;
    private static OrdersApp inMemory;
    private static OrdersApp strict;

    private final String key = UUID.randomUUID().toString();

    @BeforeAll
    static void start() {
        DATABASE.execute("CREATE TABLE ledger (id serial PRIMARY KEY)");
        tomcat = OrdersApp.start(DATABASE, Map.of(), COMPONENTS);
        jetty = OrdersApp.startOn(OrdersApp.Server.JETTY, DATABASE, Map.of(), COMPONENTS);
        inMemory = OrdersApp.start(DATABASE, Map.of("idempotency.store", "memory"), COMPONENTS);
        strict = OrdersApp.start(
                DATABASE,
                Map.of(
                        "idempotency.transaction.isolation", "repeatable-read",
                        "idempotency.transaction.timeout", "1s"),
                Stream.concat(Stream.of(COMPONENTS), Stream.of(Ledgers.Validating.class))
                        .toArray(Class<?>[]::new));
    }

    @AfterAll
    static void stop() {
        tomcat.close();
        jetty.close();
        inMemory.close();
        strict.close();
    }

    @BeforeEach
    void empty() {
        DATABASE.execute("TRUNCATE ledger");
        Ledgers.meanwhile = () -> {};
    }

    @ParameterizedTest
    @CsvSource({
        "/nothing-said, read committed",
        "/nothing-in-brackets, read committed",
        "/of-method, serializable",
        "/of-annotation, serializable",
        "/of-class, repeatable read",
        "/of-method-of-class, serializable",
        "/of-interface, serializable",
        "/mandatory, repeatable read",
        "/library/strict, serializable",
        "/library/plain, read committed",
        "/functional, read committed"
    })
    void the_isolation_is_that_of_the_handler(String path, String isolation) {
        for (OrdersApp app : List.of(tomcat, jetty, inMemory)) {
            assertThat(app.post(path, key + app.port(), "").body()).startsWith(isolation + ", ");
        }
    }

    /** The transaction manager of this application would refuse a handler that asks for something else than there is. */
    @ParameterizedTest
    @CsvSource({
        "/nothing-said, repeatable read",
        "/nothing-in-brackets, repeatable read",
        "/of-method, serializable",
        "/of-class, repeatable read",
        "/library/strict, serializable",
        "/library/plain, repeatable read",
        "/functional, repeatable read"
    })
    void what_is_configured_is_the_isolation_where_the_handler_names_none(String path, String isolation) {
        assertThat(strict.post(path, key, "").body()).startsWith(isolation + ", ");
    }

    @Test
    void a_transaction_has_the_name_that_spring_gives_it() {
        assertThat(tomcat.post("/of-method", key, "").body())
                .endsWith(", " + Ledgers.OfMethods.class.getName() + ".ofMethod");
        assertThat(tomcat.post("/functional", key + "functional", "").body()).endsWith(", idempotency");
    }

    @Test
    void of_two_serializable_handlers_that_miss_each_other_one_is_refused_and_runs_again() throws Exception {
        CyclicBarrier bothHaveCounted = new CyclicBarrier(2);
        Ledgers.meanwhile = () -> meet(bothHaveCounted);
        List<CompletableFuture<HttpResponse<String>>> both = Stream.of("a", "b")
                .map(each -> CompletableFuture.supplyAsync(() -> tomcat.post("/count", key + each, "")))
                .toList();
        List<Integer> statuses = List.of(status(both.get(0)), status(both.get(1)));
        Ledgers.meanwhile = () -> {};

        assertThat(statuses).containsExactlyInAnyOrder(200, 409);
        assertThat(rows()).isOne();
        HttpResponse<String> again = tomcat.post("/count", key + (statuses.get(0) == 409 ? "a" : "b"), "");
        assertThat(again.body()).isEqualTo("after 1");
        assertThat(isReplay(again)).isFalse();
    }

    @Test
    void the_application_answers_a_conflict_of_a_statement_and_nothing_is_stored() {
        for (OrdersApp app : List.of(tomcat, jetty, inMemory)) {
            DATABASE.execute("TRUNCATE ledger");
            Ledgers.meanwhile = FollowedTransactionsTest::rival;
            HttpResponse<String> first = app.post("/count", key, "");
            Ledgers.meanwhile = () -> {};

            assertThat(first.statusCode()).as(first.body()).isEqualTo(409);
            assertThat(rows()).as("the rival's row alone").isOne();
            HttpResponse<String> again = app.post("/count", key, "");
            assertThat(again.body()).isEqualTo("after 1");
            assertThat(isReplay(again)).isFalse();
            DATABASE.execute("TRUNCATE idempotency_record");
        }
    }

    /** Counts and writes, as the handler does, in a transaction of its own. */
    private static void rival() {
        try (Connection connection = DATABASE.dataSource().getConnection();
                Statement statement = connection.createStatement()) {
            connection.setTransactionIsolation(Connection.TRANSACTION_SERIALIZABLE);
            connection.setAutoCommit(false);
            statement.execute("INSERT INTO ledger SELECT 1000 + count(*) FROM ledger");
            connection.commit();
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"/late", "/stopped-by-the-server"})
    void a_time_out_is_answered_by_the_application_and_nothing_is_stored(String path) {
        for (OrdersApp app : List.of(tomcat, jetty, inMemory)) {
            for (int attempt = 0; attempt < 2; attempt++) {
                assertNothingIsLeft(app.post(path, key, ""), "too late", 409);
            }
        }
    }

    @Test
    void a_time_out_that_the_handler_answers_itself_stores_nothing_either() {
        for (int attempt = 0; attempt < 2; attempt++) {
            assertNothingIsLeft(tomcat.post("/late-and-caught", key, ""), "caught", 422);
        }
    }

    @Test
    void what_is_in_time_is_stored() {
        tomcat.post("/in-time", key, "");

        assertThat(isReplay(tomcat.post("/in-time", key, ""))).isTrue();
        assertThat(rows()).isOne();
    }

    private void assertNothingIsLeft(HttpResponse<String> answer, String body, int status) {
        assertThat(answer.body()).isEqualTo(body);
        assertThat(answer.statusCode()).isEqualTo(status);
        assertThat(isReplay(answer)).isFalse();
        assertThat(answer.headers().firstValue("Idempotency-Expires")).isEmpty();
        assertThat(rows()).isZero();
        assertThat(count("SELECT count(*) FROM idempotency_record WHERE key = '" + key + "'"))
                .isZero();
    }

    private static int status(CompletableFuture<HttpResponse<String>> answer) throws Exception {
        return answer.get(20, TimeUnit.SECONDS).statusCode();
    }

    private static void meet(CyclicBarrier barrier) {
        try {
            barrier.await(20, TimeUnit.SECONDS);
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private static boolean isReplay(HttpResponse<String> answer) {
        return answer.headers().firstValue("Idempotency-Replayed").isPresent();
    }

    private static int rows() {
        return count("SELECT count(*) FROM ledger");
    }

    private static int count(String sql) {
        return JdbcClient.create(DATABASE.dataSource())
                .sql(sql)
                .query(Integer.class)
                .single();
    }
}
