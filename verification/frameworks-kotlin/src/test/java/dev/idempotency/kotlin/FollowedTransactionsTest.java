package dev.idempotency.kotlin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.idempotency.spring.IdempotencyConfigurationException;
import java.net.http.HttpResponse;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code @Transactional} on handlers that are written in Kotlin. */
class FollowedTransactionsTest {

    private static KotlinApp app;

    private final String key = UUID.randomUUID().toString();

    @BeforeAll
    static void start() {
        app = KotlinApp.start(KotlinApp.Server.TOMCAT, Followed.class, FollowedType.class);
    }

    @AfterAll
    static void stop() {
        app.close();
    }

    @BeforeEach
    void empty() {
        app.empty();
    }

    @ParameterizedTest
    @CsvSource({"/serializable, serializable", "/of-type, repeatable read", "/nothing-said, read committed"})
    void the_isolation_is_that_of_the_handler(String path, String isolation) {
        assertThat(app.post(path, key).body()).isEqualTo(isolation);
    }

    /** In Kotlin no exception is declared. */
    @ParameterizedTest
    @CsvSource({"/checked, 1", "/undone, 0"})
    void a_checked_exception_undoes_what_spring_would_undo(String path, int rows) {
        HttpResponse<String> first = app.post(path, key);
        HttpResponse<String> again = app.post(path, key);

        assertThat(first.statusCode()).as(first.body()).isEqualTo(422);
        assertThat(again.headers().firstValue("Idempotency-Replayed")).isPresent();
        assertThat(app.rows()).isEqualTo(rows);
    }

    @Test
    void a_handler_that_would_not_join_its_transaction_stops_the_start() {
        assertThatThrownBy(() -> KotlinApp.start(KotlinApp.Server.TOMCAT, OnItsOwn.class))
                .isInstanceOf(IdempotencyConfigurationException.class)
                .hasMessageContaining("OnItsOwn#buy")
                .hasMessageContaining("says REQUIRES_NEW");
    }
}
