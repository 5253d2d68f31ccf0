package dev.idempotency.core.internal.fingerprint.json;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class JsonStringTest {

    @Test
    void every_ascii_character_but_quote_backslash_and_controls_stands_for_itself() {
        for (int c = 0; c < 0x80; c++) {
            boolean plain = c >= 0x20 && c != '"' && c != '\\';
            for (int before = 0; before < 20; before++) {
                for (int after = 0; after < 10; after += 3) {
                    byte[] in = latin1("a".repeat(before) + (char) c + "a".repeat(after));

                    assertThat(JsonString.skipPlain(in, 0, in.length))
                            .as("character %s after %s and before %s others", c, before, after)
                            .isEqualTo(plain ? in.length : before);
                }
            }
        }
    }

    @Test
    void what_is_not_utf_8_does_not_stand_for_itself() {
        for (String invalid : new String[] {"\u0080", "\u00bf", "\u00c3", "\u00c3a", "\u00e2\u0082", "\u00ff"}) {
            for (int before = 0; before < 20; before++) {
                byte[] in = latin1("a".repeat(before) + invalid);

                assertThat(JsonString.skipPlain(in, 0, in.length)).isEqualTo(before);
            }
        }
    }

    @Test
    void nothing_beyond_the_end_counts() {
        byte[] in = "0123456789\"é€😀 0123456789".getBytes(StandardCharsets.UTF_8);

        for (int end = 0; end <= 10; end++) {
            assertThat(JsonString.skipPlain(in, 0, end)).isEqualTo(end);
            assertThat(JsonString.decode(in, 0, end, new GrowingBytes(0, MemoryBudget.ofBody(1 << 20))))
                    .isEqualTo(-1);
        }
        assertThat(JsonString.skipPlain(in, 0, in.length)).isEqualTo(10);
        assertThat(JsonString.skipPlain(in, 11, in.length)).isEqualTo(in.length);
        assertThat(JsonString.skipPlain(in, 11, 12)).isEqualTo(11);
        assertThat(JsonString.skipPlain(in, 11, 13)).isEqualTo(13);
        assertThat(JsonString.skipPlain(in, 11, 15)).isEqualTo(13);
        assertThat(JsonString.skipPlain(in, 11, 16)).isEqualTo(16);
        assertThat(JsonString.skipPlain(in, 11, 19)).isEqualTo(16);
        assertThat(JsonString.skipPlain(in, 11, 20)).isEqualTo(20);
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '`',
            value = {
                "abc, abc",
                "\\\", `\"`",
                "\\\\, \\",
                "\\/, /",
                "x\\/y, x/y",
                "\\u0041, A",
                "\\u00e9, é",
                "\\u00E9, é",
                "\\u20ac, €",
                "\\uD83D\\uDE00, 😀",
                "\\ud800\\udc00, \ud800\udc00",
                "\\udbff\\udfff, \udbff\udfff",
                "\\ud7ff, \ud7ff",
                "\\ue000, \ue000",
                "\\uffff, \uffff",
                "é\\u0041€, éA€"
            })
    void a_string_means_what_its_escapes_say(String text, String meaning) {
        assertThat(decoded(text)).isEqualTo(meaning);
    }

    @Test
    void short_escapes_mean_control_characters() {
        assertThat(decoded("\\b\\f\\n\\r\\t\\u0000")).isEqualTo("\b\f\n\r\t\0");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\\",
                "\\a",
                "\\U0041",
                "\\u",
                "\\u004",
                "\\u004g",
                "\\u00g1",
                "\\ug041",
                "\\u/000",
                "\\u:000",
                "\\u@000",
                "\\u`000",
                "\\uG000",
                "\\ud800",
                "\\udbff",
                "\\udc00",
                "\\udfff",
                "\\ud800a",
                "\\ud800\\n",
                "\\ud800\\",
                "\\ud800\\u",
                "\\ud800\\u0041",
                "\\ud800\\ud800",
                "\\ud800\\ue000",
                "\\ud800\\udc0",
                "\\ud800udc00",
                "\\ud800xudc00",
                "\\ud800\\xdc00",
                "\\ud800\\\\udc00",
                "\u0000",
                "\u001f",
                "\n"
            })
    void a_malformed_string_means_nothing(String text) {
        assertThat(decoded(text)).isNull();
        assertThat(decoded("abcdefgh" + text)).isNull();
    }

    @Test
    void a_truncated_escape_means_nothing_whatever_lies_beyond_the_end() {
        byte[] in = latin1("\\ud83d\\ude00\"");

        for (int end = 0; end < in.length; end++) {
            assertThat(JsonString.decode(in, 0, end, new GrowingBytes(0, MemoryBudget.ofBody(1 << 20))))
                    .isEqualTo(-1);
            assertThat(JsonString.decode(
                            Arrays.copyOf(in, end), 0, end, new GrowingBytes(0, MemoryBudget.ofBody(1 << 20))))
                    .isEqualTo(-1);
        }
        assertThat(JsonString.decode(in, 0, in.length, new GrowingBytes(0, MemoryBudget.ofBody(1 << 20))))
                .isEqualTo(in.length);
    }

    @Test
    void control_characters_have_the_shortest_escape_and_nothing_else_is_escaped() {
        StringBuilder expected = new StringBuilder("\"");
        for (char c = 0; c < 0x20; c++) {
            int at = "\b\f\n\r\t".indexOf(c);
            expected.append(at >= 0 ? "\\" + "bfnrt".charAt(at) : String.format("\\u%04x", (int) c));
        }
        expected.append(" \\\"#/[\\\\]\u007fé€😀\"");
        StringBuilder meaning = new StringBuilder();
        for (char c = 0; c < 0x20; c++) {
            meaning.append(c);
        }
        byte[] in = ("x" + meaning + " \"#/[\\]\u007fé€😀" + "x").getBytes(StandardCharsets.UTF_8);
        GrowingBytes out = new GrowingBytes(0, MemoryBudget.ofBody(1 << 20));

        JsonString.quote(in, 1, in.length - 1, out);

        assertThat(text(out)).isEqualTo(expected.toString());
    }

    private static String decoded(String text) {
        byte[] in = ("\"" + text + "\"").getBytes(StandardCharsets.UTF_8);
        GrowingBytes out = new GrowingBytes(0, MemoryBudget.ofBody(1 << 20));
        int next = JsonString.decode(in, 1, in.length, out);
        assertThat(next).isIn(-1, in.length);
        return next < 0 ? null : text(out);
    }

    private static String text(GrowingBytes tape) {
        return new String(tape.bytes, 0, tape.length, StandardCharsets.UTF_8);
    }

    private static byte[] latin1(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }
}
