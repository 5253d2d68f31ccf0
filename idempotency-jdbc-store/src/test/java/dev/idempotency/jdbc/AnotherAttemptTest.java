package dev.idempotency.jdbc;

import static dev.idempotency.test.Requests.granted;
import static dev.idempotency.test.Requests.request;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.idempotency.core.store.StoreException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What fails by chance is tried again, but not for ever. */
class AnotherAttemptTest {

    private final TestStore table = TestStore.create();

    @AfterEach
    void stop() {
        table.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"40001", "40P01", "26000", "42P05"})
    void a_statement_that_fails_twice_by_chance_succeeds(String sqlState) {
        failFirst(2, sqlState);

        granted(table.store(), request("lucky"));

        assertThat(attempts()).isEqualTo(3);
    }

    @ParameterizedTest
    @ValueSource(strings = {"40001", "40P01", "26000", "42P05"})
    void a_statement_that_fails_ten_times_is_given_up(String sqlState) {
        failFirst(1_000, sqlState);

        assertThatThrownBy(() -> table.store().reserve(request("unlucky")))
                .isInstanceOf(StoreException.NotApplied.class)
                .hasMessageContaining(sqlState);

        assertThat(attempts()).as("the driver tries some again by itself").isBetween(10L, 20L);
    }

    /** A sequence is not rolled back. */
    private void failFirst(int times, String sqlState) {
        table.database().execute("""
            CREATE SEQUENCE attempts;
            CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS
                'BEGIN IF nextval(''attempts'') <= %d THEN RAISE EXCEPTION ''no'' USING ERRCODE = ''%s''; END IF;
                RETURN NEW; END';
            CREATE TRIGGER fail BEFORE INSERT ON idempotency_record FOR EACH ROW EXECUTE FUNCTION fail()
            """.formatted(times, sqlState));
    }

    private long attempts() {
        return table.sql()
                .sql("SELECT last_value FROM attempts")
                .query(Long.class)
                .single();
    }
}
