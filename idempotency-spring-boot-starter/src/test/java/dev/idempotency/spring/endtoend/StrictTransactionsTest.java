package dev.idempotency.spring.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idempotency.testbed.Database;
import java.net.http.HttpResponse;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;

/** An application that has TRANSACTIONAL for all its endpoints, and serializable transactions. */
class StrictTransactionsTest {

    private static Database database;
    private static OrdersApp app;

    private final String key = UUID.randomUUID().toString();

    @BeforeAll
    static void start() {
        database = Database.create();
        database.execute("CREATE TABLE tally (before int)");
        app = OrdersApp.start(
                database,
                Map.of(
                        "idempotency.mode",
                        "transactional",
                        "idempotency.upkeep.enabled",
                        "false",
                        "spring.datasource.hikari.transaction-isolation",
                        "TRANSACTION_SERIALIZABLE"),
                Tallies.class);
    }

    @AfterAll
    static void stop() {
        app.close();
    }

    @AfterEach
    void nothingHappens() {
        Tallies.meanwhile = () -> {};
        Tallies.beforeCommit = () -> {};
        database.execute("TRUNCATE tally");
    }

    @Test
    void the_mode_of_the_application_is_that_of_its_endpoints() {
        assertThat(post("/tallies").body()).isEqualTo("tally 0");

        assertThat(count("SELECT count(*) FROM tally t, idempotency_record r WHERE r.xmin::text = t.xmin::text"))
                .isOne();
    }

    @Test
    void the_application_answers_a_serialization_failure_at_commit_and_nothing_is_stored() {
        Tallies.beforeCommit = once(StrictTransactionsTest::rival);

        assertConflict();
    }

    @Test
    void the_application_answers_a_serialization_failure_of_the_record_nothing_is_stored() {
        Tallies.meanwhile = once(StrictTransactionsTest::rival);

        assertConflict();
    }

    @Test
    void a_request_that_waits_gets_the_answer_of_the_first() throws Exception {
        CountDownLatch running = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        Tallies.meanwhile = once(() -> stand(running, goOn));
        CompletableFuture<HttpResponse<String>> first = CompletableFuture.supplyAsync(() -> post("/patient"));
        assertThat(running.await(20, TimeUnit.SECONDS)).isTrue();
        CompletableFuture<HttpResponse<String>> second = CompletableFuture.supplyAsync(() -> post("/patient"));
        assertThat(post("/impatient").statusCode())
                .as("one more that does not wait as long")
                .isEqualTo(409);
        assertThat(second).isNotDone();

        goOn.countDown();

        assertThat(second.get(20, TimeUnit.SECONDS).body())
                .isEqualTo(first.get().body());
        assertThat(isReplay(second.get())).isTrue();
    }

    @Test
    void a_request_that_has_waited_long_enough_is_told_to_come_again() throws Exception {
        CountDownLatch running = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        Tallies.meanwhile = once(() -> stand(running, goOn));
        CompletableFuture<HttpResponse<String>> first = CompletableFuture.supplyAsync(() -> post("/impatient"));
        assertThat(running.await(20, TimeUnit.SECONDS)).isTrue();

        HttpResponse<String> second = post("/impatient");

        goOn.countDown();
        assertThat(second.statusCode()).isEqualTo(409);
        assertThat(second.body()).contains("idempotency_in_progress");
        assertThat(first.get(20, TimeUnit.SECONDS).statusCode()).isEqualTo(200);
    }

    private void assertConflict() {
        HttpResponse<String> first = post("/tallies");

        assertThat(first.statusCode()).as(first.body()).isEqualTo(409);
        assertThat(first.body()).isEqualTo("come again");
        assertThat(count("SELECT count(*) FROM tally"))
                .as("the rival's row alone")
                .isOne();
        assertThat(count("SELECT count(*) FROM idempotency_record WHERE key = '" + key + "'"))
                .isZero();
        assertThat(post("/tallies").body()).isEqualTo("tally 1");
        assertThat(count("SELECT count(*) FROM tally")).isEqualTo(2);
    }

    /** Counts and writes, as the handler does, in a transaction of its own. */
    private static void rival() {
        try (Connection connection = database.dataSource().getConnection();
                Statement statement = connection.createStatement()) {
            connection.setTransactionIsolation(Connection.TRANSACTION_SERIALIZABLE);
            connection.setAutoCommit(false);
            statement.execute("INSERT INTO tally SELECT count(*) FROM tally");
            connection.commit();
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void stand(CountDownLatch running, CountDownLatch goOn) {
        running.countDown();
        try {
            assertThat(goOn.await(20, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Runnable once(Runnable action) {
        CountDownLatch left = new CountDownLatch(1);
        return () -> {
            if (left.getCount() > 0) {
                left.countDown();
                action.run();
            }
        };
    }

    private HttpResponse<String> post(String path) {
        return app.post(path, key, "");
    }

    private static boolean isReplay(HttpResponse<String> answer) {
        return answer.headers().firstValue("Idempotency-Replayed").isPresent();
    }

    private static int count(String sql) {
        return JdbcClient.create(database.dataSource())
                .sql(sql)
                .query(Integer.class)
                .single();
    }
}
