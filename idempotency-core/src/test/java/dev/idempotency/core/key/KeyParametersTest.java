package dev.idempotency.core.key;

import static dev.idempotency.core.key.KeyRefusal.Kind.MALFORMED_PARAMETERS;
import static dev.idempotency.core.key.KeyRefusal.Kind.TRAILING_CHARACTERS;
import static dev.idempotency.core.key.Parsings.present;
import static dev.idempotency.core.key.Parsings.refusalOf;
import static org.assertj.core.api.Assertions.assertThat;

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
                // numbers
                ";a=0",
                ";a=-0",
                ";a=9",
                ";a=007",
                ";a=999999999999999",
                ";a=-999999999999999",
                ";a=0.1",
                ";a=-0.123",
                ";a=999999999999.999",
                // strings
                ";a=\"\"",
                ";a=\"b;c, \\\" \\\\\"",
                // tokens
                ";a=b",
                ";a=A",
                ";a=z",
                ";a=Z",
                ";a=*",
                ";a=bB0!#$%&'*+-.^_`|~:/",
                // bytes
                ";a=::",
                ";a=:YWJj:",
                ";a=:YWI=:",
                ";a=:YWI:",
                ";a=:+/Az09aZ:",
                // booleans
                ";a=?0",
                ";a=?1",
                // dates
                ";a=@0",
                ";a=@1659578233",
                ";a=@-1659578233",
                ";a=@999999999999999",
                // display strings
                ";a=%\"\"",
                ";a=%\"plain ~ !\"",
                ";a=%\"f%c3%bc%c3%bc\"",
                ";a=%\"%e2%82%ac %f0%9f%98%80\"",
                ";a=%\"%22%25%00\""
            })
    void well_formed_parameters_are_ignored(String parameters) {
        assertThat(strict.parse(List.of("\"abc\"" + parameters))).isEqualTo(present("abc"));
        assertThat(strict.parse(List.of("\"abc\"" + parameters + ";last"))).isEqualTo(present("abc"));
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
                // values
                ";a=",
                ";a= 1",
                ";a=;b",
                ";a=(1)",
                ";a=!b",
                ";a=[",
                ";a=`",
                ";a={",
                ";a=é",
                // numbers
                ";a=-",
                ";a=--1",
                ";a=+1",
                ";a=.1",
                ";a=-.1",
                ";a=1.",
                ";a=/",
                ";a=1000000000000000",
                ";a=-1000000000000000",
                ";a=1000000000000.1",
                ";a=1000000000000.",
                ";a=0.1234",
                // strings
                ";a=\"",
                ";a=\"b",
                ";a=\"b\\\"",
                ";a=\"\\b\"",
                ";a=\"\t\"",
                ";a=\"é\"",
                // bytes
                ";a=:",
                ";a=:YWJj",
                ";a=:Y:",
                ";a=:YW=J:",
                ";a=:=:",
                ";a=:YW Jj:",
                ";a=:_-__:",
                // booleans
                ";a=?",
                ";a=?2",
                ";a=?t",
                // dates
                ";a=@",
                ";a=@-",
                ";a=@1.5",
                ";a=@1000000000000000",
                // display strings
                ";a=%",
                ";a=%b",
                ";a=%b\"",
                ";a=%\"",
                ";a=%\"b",
                ";a=%\"%",
                ";a=%\"%c",
                ";a=%\"%c\"",
                ";a=%\"%\"",
                ";a=%\"%C3%BC\"",
                ";a=%\"%g0\"",
                ";a=%\"%0g\"",
                ";a=%\"%c3\"",
                ";a=%\"%ff\"",
                ";a=%\"%ed%a0%80\"",
                ";a=%\"%c0%80\"",
                ";a=%\"\t\"",
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
                ";a=1x",
                ";a=1.2.3",
                ";a=b,c",
                ";a=?10",
                ";a=::b",
                ";a=\"b\"c",
                ";a=b\u00e9"
            })
    void parameters_end_where_their_syntax_ends(String parameters) {
        assertThat(refusalOf(strict, "\"abc\"" + parameters)).isEqualTo(TRAILING_CHARACTERS);
    }

    @Test
    void as_many_parameters_are_read_as_a_structured_field_may_have() {
        String parameters = (";" + "p".repeat(64) + "=?1").repeat(256);
        assertThat(strict.parse(List.of("\"abc\"" + parameters))).isEqualTo(present("abc"));
    }
}
