package dev.idempotency.core.internal.key;

import static dev.idempotency.core.internal.key.KeyRefusal.Kind.MALFORMED_PARAMETERS;
import static dev.idempotency.core.internal.key.KeyRefusal.Kind.TRAILING_CHARACTERS;
import static dev.idempotency.core.internal.key.Parsings.present;
import static dev.idempotency.core.internal.key.Parsings.refusalOf;
import static org.assertj.core.api.Assertions.assertThat;

import dev.idempotency.core.key.KeySyntax;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KeyParametersTest {
    private final KeyParser strict = new KeyParser(KeySyntax.STRICT);

    @ParameterizedTest
    @ValueSource(
            strings = {
                ";a",
                ";*",
                ";z",
                ";*a0_-.*z9",
                ";   a",
                ";a;b;a",
                ";a=1;  b=2",
                ";a=-999999999999.999",
                ";a=\"\"",
                ";a=\"b;c, \\\" \\\\\"",
                ";a=bB0!#$%&'*+-.^_`|~:/",
                ";a=:+/Az09aZ=:",
                ";a=?1",
                ";a=@-1659578233",
                ";a=%\"\"",
                ";a=%\"plain ~ !, ;\"",
                ";a=%\"%e2%82%ac %f0%9f%98%80\"",
                ";a=%\"one backslash is \\\""
            })
    void well_formed_parameters_of_every_type_are_ignored(String parameters) {
        assertThat(strict.parse(List.of("\"abc\"" + parameters))).isEqualTo(present("abc"));
        assertThat(strict.parse(List.of("\"abc\"" + parameters + ";last"))).isEqualTo(present("abc"));
    }

    @ParameterizedTest
    @ValueSource(strings = {";a=1.2.3", ";a=(1)", ";a=?2", ";a=:Y:", ";a=@1.5", ";a=%b", ";a=%\"%C3\"", ";a=\"\\b\""})
    void a_value_that_is_of_no_type_is_ignored_too(String parameters) {
        assertThat(strict.parse(List.of("\"abc\"" + parameters))).isEqualTo(present("abc"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                ";",
                ";;a",
                ";a;",
                "; ",
                ";\ta",
                ";A",
                ";0",
                ";-a",
                ";_a",
                ";.a",
                ";`",
                ";{",
                ";=1",
                ";é",
                ";\"a\"",
                ";, \"def\"",
                // values
                ";a=",
                ";a= 1",
                ";a=;b",
                ";a=,b",
                ";a=é",
                ";a=\"",
                ";a=\"b",
                ";a=\"b\\\"",
                ";a=\"b\\",
                ";a=\"\t\"",
                ";a=\"é\"",
                ";a=%",
                ";a=%\"",
                ";a=%\"b",
                ";a=%\"\u007f\"",
                ";a=%\"ü\""
            })
    void malformed_parameters_are_refused(String parameters) {
        assertThat(refusalOf(strict, "\"abc\"" + parameters)).isEqualTo(MALFORMED_PARAMETERS);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                ";a =1",
                ";a, b",
                ";aB",
                ";a=b,c",
                ";a=b c",
                ";a=b\"c\"",
                ";a=\"b\"c",
                ";a=%\"b\"c",
                ";a=b\tc",
                ";a=b\u00e9"
            })
    void parameters_end_where_their_syntax_ends(String parameters) {
        assertThat(refusalOf(strict, "\"abc\"" + parameters)).isEqualTo(TRAILING_CHARACTERS);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", ";a", ";a=1", ";a=\"1\"", ";a=%\"1\"", ";a=\"1, \\\"2\""})
    void a_second_key_that_a_proxy_joined_to_the_first_is_never_a_parameter(String parameters) {
        String key = "\"abc\"" + parameters;
        for (String joint : List.of(",", ", ", " , ", "\t,")) {
            assertThat(refusalOf(strict, key + joint + key)).isEqualTo(TRAILING_CHARACTERS);
        }
    }

    @Test
    void as_many_parameters_are_read_as_a_structured_field_may_have() {
        String parameters = (";" + "p".repeat(64) + "=?1").repeat(256);
        assertThat(strict.parse(List.of("\"abc\"" + parameters))).isEqualTo(present("abc"));
    }
}
