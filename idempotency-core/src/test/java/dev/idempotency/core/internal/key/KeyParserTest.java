package dev.idempotency.core.internal.key;

import static dev.idempotency.core.internal.key.KeyRefusal.Kind.EMPTY;
import static dev.idempotency.core.internal.key.KeyRefusal.Kind.ILLEGAL_CHARACTER;
import static dev.idempotency.core.internal.key.KeyRefusal.Kind.ILLEGAL_ESCAPE;
import static dev.idempotency.core.internal.key.KeyRefusal.Kind.NOT_QUOTED;
import static dev.idempotency.core.internal.key.KeyRefusal.Kind.SEVERAL_LINES;
import static dev.idempotency.core.internal.key.KeyRefusal.Kind.TRAILING_CHARACTERS;
import static dev.idempotency.core.internal.key.KeyRefusal.Kind.UNTERMINATED;
import static dev.idempotency.core.internal.key.Parsings.present;
import static dev.idempotency.core.internal.key.Parsings.refusalOf;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.idempotency.core.internal.key.KeyRefusal.Kind;
import dev.idempotency.core.key.KeySyntax;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class KeyParserTest {
    private final KeyParser lenient = new KeyParser(KeySyntax.LENIENT);
    private final KeyParser strict = new KeyParser(KeySyntax.STRICT);

    @Test
    void no_header_line_is_a_missing_key() {
        assertThat(lenient.parse(List.of())).isEqualTo(new KeyParseResult.Missing());
        assertThat(strict.parse(List.of())).isEqualTo(new KeyParseResult.Missing());
    }

    static Stream<Arguments> quoted() {
        return Stream.of(
                arguments("\"abc\"", "abc"),
                arguments("\"a b\"", "a b"),
                arguments("\" \"", " "),
                arguments("\" abc \"", " abc "),
                arguments("\"a\\\"b\"", "a\"b"),
                arguments("\"a\\\\b\"", "a\\b"),
                arguments("\"\\\"\"", "\""),
                arguments("\"\\\\\\\"\"", "\\\""),
                arguments("\"a, b\"", "a, b"),
                arguments("\"a;b=1\"", "a;b=1"),
                arguments("  \"abc\"  ", "abc"),
                arguments("\"abc\";x;y=2", "abc"),
                arguments("\"abc\";x  ", "abc"));
    }

    @ParameterizedTest
    @MethodSource("quoted")
    void a_quoted_key_is_decoded_in_both_syntaxes(String line, String key) {
        assertThat(lenient.parse(List.of(line))).isEqualTo(present(key));
        assertThat(strict.parse(List.of(line))).isEqualTo(present(key));
    }

    static Stream<Arguments> malformedQuoted() {
        return Stream.of(
                arguments("\"\"", EMPTY),
                arguments("\"\";x", EMPTY),
                arguments("\"", UNTERMINATED),
                arguments("\"abc", UNTERMINATED),
                arguments("\"abc\\", UNTERMINATED),
                arguments("\"abc\\\"", UNTERMINATED),
                arguments("\"a\\bc\"", ILLEGAL_ESCAPE),
                arguments("\"a\\ bc\"", ILLEGAL_ESCAPE),
                arguments("\"a\\\n\"", ILLEGAL_ESCAPE),
                arguments("\"a\tb\"", ILLEGAL_CHARACTER),
                arguments("\"a\u0000b\"", ILLEGAL_CHARACTER),
                arguments("\"a\u007fb\"", ILLEGAL_CHARACTER),
                arguments("\"\u00e9\"", ILLEGAL_CHARACTER),
                arguments("\"abc\"d", TRAILING_CHARACTERS),
                arguments("\"abc\"\"d\"", TRAILING_CHARACTERS),
                arguments("\"abc\", \"d\"", TRAILING_CHARACTERS),
                arguments("\"abc\",", TRAILING_CHARACTERS),
                arguments("\"abc\" ;x", TRAILING_CHARACTERS),
                arguments("\"abc\"\t", TRAILING_CHARACTERS),
                arguments("\"abc\";x y", TRAILING_CHARACTERS));
    }

    @ParameterizedTest
    @MethodSource("malformedQuoted")
    void a_malformed_quoted_key_is_refused_in_both_syntaxes(String line, Kind kind) {
        assertThat(refusalOf(lenient, line)).isEqualTo(kind);
        assertThat(refusalOf(strict, line)).isEqualTo(kind);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "abc",
                "ABC",
                "8e03978e-40d5-43e8-bc93-6894a57f9324",
                "0",
                "-1",
                "a,b",
                "a\"b",
                "abc\"",
                "'abc'",
                "a\\b",
                "abc;x=1",
                ";;",
                "!~",
                "a\\\"b",
                ":YWJj:",
                "?1",
                "@1"
            })
    void a_bare_key_is_taken_literally_and_refused_by_the_strict_syntax(String line) {
        assertThat(lenient.parse(List.of(line))).isEqualTo(present(line));
        assertThat(lenient.parse(List.of("  " + line + "   "))).isEqualTo(present(line));
        assertThat(refusalOf(strict, line)).isEqualTo(NOT_QUOTED);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a, b",
                "a b",
                "a\tb",
                "\tabc",
                "abc\t",
                "\t",
                "a\u0000b",
                "a\u007f",
                "caf\u00e9",
                "caf\u00c3\u00a9"
            })
    void a_bare_key_with_anything_but_visible_ascii_is_refused(String line) {
        assertThat(refusalOf(lenient, line)).isEqualTo(ILLEGAL_CHARACTER);
        assertThat(refusalOf(strict, line)).isEqualTo(NOT_QUOTED);
    }

    @Test
    void every_character_is_judged_alike_at_each_place_of_a_bare_key() {
        for (int c = 0; c <= Character.MAX_VALUE; c++) {
            String line = "a" + (char) c + "b";
            KeyParseResult parsing = lenient.parse(List.of(line));
            if (c >= 0x21 && c <= 0x7E) {
                assertThat(parsing).isEqualTo(present(line));
            } else {
                assertThat(parsing).isInstanceOf(KeyParseResult.Refused.class);
            }
        }
    }

    @Test
    void every_character_but_quote_and_backslash_stands_for_itself_in_a_quoted_key() {
        for (int c = 0; c <= Character.MAX_VALUE; c++) {
            KeyParseResult parsing = strict.parse(List.of("\"a" + (char) c + "b\""));
            if (c >= 0x20 && c <= 0x7E && c != '"' && c != '\\') {
                assertThat(parsing).isEqualTo(present("a" + (char) c + "b"));
            } else {
                assertThat(parsing).isInstanceOf(KeyParseResult.Refused.class);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "     "})
    void an_empty_or_blank_line_is_refused_and_not_taken_for_a_missing_key(String line) {
        assertThat(refusalOf(lenient, line)).isEqualTo(EMPTY);
        assertThat(refusalOf(strict, line)).isEqualTo(EMPTY);
    }

    static Stream<List<String>> several() {
        return Stream.of(
                List.of("a", "b"),
                List.of("a", "a"),
                List.of("\"a\"", "a"),
                List.of("a", ""),
                List.of("", ""),
                List.of("\"foo", "bar\""),
                List.of("a", "b", "c"));
    }

    @ParameterizedTest
    @MethodSource("several")
    void several_lines_are_refused_even_if_they_are_equal_or_empty(List<String> lines) {
        assertThat(refusalOf(lenient, lines)).isEqualTo(SEVERAL_LINES);
        assertThat(refusalOf(strict, lines)).isEqualTo(SEVERAL_LINES);
    }

    @Test
    void both_spellings_name_the_same_key() {
        assertThat(lenient.parse(List.of("a\"b\\c"))).isEqualTo(lenient.parse(List.of("\"a\\\"b\\\\c\"")));
    }

    @Test
    void keys_differ_by_case() {
        assertThat(lenient.parse(List.of("abc"))).isNotEqualTo(lenient.parse(List.of("aBc")));
    }
}
