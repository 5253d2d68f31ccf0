package dev.idempotency.core.internal.key;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.idempotency.core.internal.key.KeyRefusal.Kind;
import dev.idempotency.core.key.IdempotencyKey;
import dev.idempotency.core.key.KeySyntax;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Log lines cannot be forged through a key, and a key is in no text that could be logged or answered. */
class KeysStaySecretTest {
    private static final String SECRET = "zq-secret-zq";
    private static final List<KeyParser> PARSERS = List.of(
            new KeyParser(KeySyntax.LENIENT),
            new KeyParser(KeySyntax.STRICT),
            new KeyParser(KeySyntax.LENIENT, 200, 210),
            new KeyParser(KeySyntax.LENIENT, 1, 2));

    @ParameterizedTest
    @ValueSource(
            strings = {
                "%s",
                "\"%s\"",
                "\"%s",
                "\"%s\" \"%s\"",
                "\"%s\";%s=\"",
                "\"a\";%s=%s",
                "\"\\%s\"",
                "%s\r\nINFO forged",
                "\"%s\r\nINFO forged\"",
                "%s\u001b[2J",
                "\"%s\u001b[2J\"",
                "${jndi:%s}",
                "{}%s",
                "%s\u2028%s\u202e"
            })
    void no_text_shows_the_key(String template) {
        String line = template.replace("%s", SECRET);
        for (KeyParser parser : PARSERS) {
            assertHarmless(parser.parse(List.of(line)).toString());
            assertHarmless(parser.parse(List.of(line, line)).toString());
        }
    }

    @Test
    void no_text_shows_a_random_key() {
        Random random = new Random(20_260_101);
        String nasty = "\r\n\t\u001b\u0000\"\\;=%{}$ \u0085\u2028\u202e";
        for (int i = 0; i < 5_000; i++) {
            StringBuilder line = new StringBuilder(random.nextBoolean() ? "\"" : "").append(SECRET);
            for (int j = random.nextInt(8); j > 0; j--) {
                line.insert(random.nextInt(line.length() + 1), nasty.charAt(random.nextInt(nasty.length())));
            }
            for (KeyParser parser : PARSERS) {
                String text = parser.parse(List.of(line.toString())).toString();
                assertThat(text).doesNotContain("secret").matches("[ -~]*");
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {SECRET + "\r\nINFO forged", SECRET + "\u001b[2J"})
    void the_exception_for_an_illegal_key_does_not_show_it(String value) {
        assertHarmless(String.valueOf(catchThrowable(() -> new IdempotencyKey(value))));
        assertHarmless(String.valueOf(catchThrowable(() -> new IdempotencyKey(value.repeat(20)))));
    }

    @ParameterizedTest
    @EnumSource
    void every_refusal_is_one_sentence_in_plain_ascii(Kind kind) {
        assertThat(KeyRefusal.of(kind, 16, 36).message()).matches("(The|In a|Only) [ -~]+[a-z]\\.");
    }

    @Test
    void every_kind_of_refusal_has_a_message_of_its_own() {
        Set<Kind> kinds = EnumSet.allOf(Kind.class);
        assertThat(kinds.stream().map(kind -> KeyRefusal.of(kind, 16, 36).message()))
                .doesNotHaveDuplicates()
                .hasSameSizeAs(kinds);
    }

    private static void assertHarmless(String text) {
        assertThat(text).doesNotContain(SECRET).doesNotContain("forged").matches("[ -~]+");
    }
}
