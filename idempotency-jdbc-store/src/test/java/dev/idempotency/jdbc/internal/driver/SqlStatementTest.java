package dev.idempotency.jdbc.internal.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.idempotency.testbed.Database;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;

/** Parameters with names. */
class SqlStatementTest {

    @Test
    void the_server_gets_a_place_for_each_name_and_casts_as_they_are() {
        SqlStatement statement = SqlStatement.of("SELECT :one::text || :two_words::varchar, :one");

        assertThat(statement.sql()).isEqualTo("SELECT ?::text || ?::varchar, ?");
        assertThat(statement.names()).containsExactly("one", "two_words", "one");
    }

    @Test
    void a_value_stands_in_every_place_of_its_name_whatever_the_order_of_setting() throws SQLException {
        SqlStatement statement = SqlStatement.of("SELECT :first::text || :second || :first");
        try (Connection connection = Database.create().dataSource().getConnection();
                PreparedStatement prepared =
                        statement.bind().set("second", "b").set("first", "a").prepare(connection);
                ResultSet rows = prepared.executeQuery()) {
            rows.next();

            assertThat(rows.getString(1)).isEqualTo("aba");
        }
    }

    @Test
    void a_name_that_the_statement_does_not_have_is_refused() {
        BoundStatement bound = SqlStatement.of("SELECT :one").bind();

        assertThatIllegalArgumentException()
                .isThrownBy(() -> bound.set("two", 2))
                .withMessageContaining(":two");
    }

    @Test
    void a_parameter_without_a_value_is_refused_before_anything_is_sent() throws SQLException {
        BoundStatement bound = SqlStatement.of("SELECT :one, :two").bind().set("one", null);
        try (Connection connection = Database.create().dataSource().getConnection()) {
            assertThatIllegalStateException()
                    .isThrownBy(() -> bound.prepare(connection))
                    .withMessageContaining(":two");
        }
    }

    @Test
    void a_statement_is_printed_without_its_values() {
        BoundStatement bound = SqlStatement.of("SELECT :key").bind().set("key", "secret");

        assertThat(bound).hasToString("SELECT ?");
    }
}
