package dev.idempotency.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TableNameTest {

    @Test
    void a_name_may_have_a_schema() {
        assertThat(TableName.of("records")).isEqualTo(new TableName(null, "records"));
        assertThat(TableName.of("app.records")).isEqualTo(new TableName("app", "records"));
        assertThat(TableName.of("app.records").sql()).isEqualTo("\"app\".\"records\"");
        assertThat(TableName.of("app.records")).hasToString("app.records");
    }

    @Test
    void a_name_leaves_room_for_the_names_of_indexes() {
        TableName.of("a".repeat(40));

        assertThatIllegalArgumentException().isThrownBy(() -> TableName.of("a".repeat(41)));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                ".",
                "a.",
                ".a",
                "a.b.c",
                "1a",
                "a b",
                "a;DROP TABLE b",
                "a\"b",
                "\"a\"",
                "a'",
                "a--",
                "tabelle_für_alle",
                "a\n",
                "$table"
            })
    void a_name_that_could_be_anything_else_in_a_statement_is_refused(String name) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> TableName.of(name))
                .withMessageContaining("name of a");
    }
}
