package dev.idempotency.spring.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idempotency.testbed.Database;
import java.net.http.HttpResponse;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.jdbc.core.simple.JdbcClient;

/** What becomes of the rows of a handler that threw, where an exception handler has made an answer of it. */
class HandledExceptionsTest {

    private static final Database DATABASE = Database.create();
    private static OrdersApp tomcat;
    private static OrdersApp jetty;
    private static OrdersApp inMemory;

    private final String key = UUID.randomUUID().toString();

    @BeforeAll
    static void start() {
        DATABASE.execute("CREATE TABLE booking (id serial PRIMARY KEY)");
        Class<?>[] components = {
            Bookings.class,
            Bookings.Plain.class,
            Bookings.OfInterface.class,
            Bookings.OfMethods.class,
            Bookings.Advice.class
        };
        tomcat = OrdersApp.start(DATABASE, Map.of(), components);
        jetty = OrdersApp.startOn(OrdersApp.Server.JETTY, DATABASE, Map.of(), components);
        inMemory = OrdersApp.start(DATABASE, Map.of("idempotency.store", "memory"), components);
    }

    @AfterAll
    static void stop() {
        tomcat.close();
        jetty.close();
        inMemory.close();
    }

    @BeforeEach
    void empty() {
        DATABASE.execute("TRUNCATE booking");
    }

    @ParameterizedTest
    @CsvSource({
        "/unchecked, 422",
        "/error, 422",
        "/status, 404",
        "/annotated, 409",
        "/redirected, 303",
        "/page, 422",
        "/twice, 409",
        "/map, 400",
        "/functional/unchecked, 422",
        "/functional/status, 404",
        "/ruled/checked, 422",
        "/ruled/undone, 422",
        "/ruled/redirected, 303"
    })
    void what_spring_would_roll_back_is_undone_and_the_answer_is_kept(String path, int status) {
        for (OrdersApp app : new OrdersApp[] {tomcat, jetty}) {
            String each = key + app.port();
            HttpResponse<String> first = app.post(path, each, "");
            HttpResponse<String> again = app.post(path, each, "");

            assertThat(first.statusCode()).as(first.body()).isEqualTo(status);
            assertThat(isReplay(first)).isFalse();
            assertThat(again.statusCode()).isEqualTo(status);
            assertThat(again.body()).isEqualTo(first.body());
            assertThat(isReplay(again)).isTrue();
            assertThat(rows()).isZero();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"/checked", "/ruled/kept"})
    void what_spring_would_commit_is_committed_with_the_answer(String path) {
        int rows = 0;
        for (OrdersApp app : new OrdersApp[] {tomcat, jetty}) {
            String each = key + app.port();
            HttpResponse<String> first = app.post(path, each, "");
            HttpResponse<String> again = app.post(path, each, "");

            rows++;
            assertThat(first.statusCode()).isEqualTo(422);
            assertThat(again.body()).isEqualTo(first.body());
            assertThat(isReplay(again)).isTrue();
            assertThat(rows()).isEqualTo(rows);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"/unchecked", "/error", "/page", "/twice", "/functional/unchecked", "/ruled/checked"})
    void with_a_store_in_memory_it_is_undone_as_well(String path) {
        HttpResponse<String> first = inMemory.post(path, key, "");
        HttpResponse<String> again = inMemory.post(path, key, "");

        assertThat(first.statusCode()).isBetween(400, 499);
        assertThat(again.body()).isEqualTo(first.body());
        assertThat(isReplay(again)).isTrue();
        assertThat(rows()).isZero();
    }

    private static boolean isReplay(HttpResponse<String> answer) {
        return answer.headers().firstValue("Idempotency-Replayed").isPresent();
    }

    private static int rows() {
        return JdbcClient.create(DATABASE.dataSource())
                .sql("SELECT count(*) FROM booking")
                .query(Integer.class)
                .single();
    }
}
