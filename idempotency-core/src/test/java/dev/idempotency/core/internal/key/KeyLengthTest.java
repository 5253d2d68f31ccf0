package dev.idempotency.core.internal.key;

import static dev.idempotency.core.internal.key.KeyRefusal.Kind.EMPTY;
import static dev.idempotency.core.internal.key.KeyRefusal.Kind.ILLEGAL_CHARACTER;
import static dev.idempotency.core.internal.key.KeyRefusal.Kind.TOO_LONG;
import static dev.idempotency.core.internal.key.KeyRefusal.Kind.TOO_SHORT;
import static dev.idempotency.core.internal.key.Parsings.present;
import static dev.idempotency.core.internal.key.Parsings.refusalOf;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.idempotency.core.key.KeySyntax;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class KeyLengthTest {
    private static final String ESCAPED_QUOTE = "\\\"";

    private final KeyParser unlimited = new KeyParser(KeySyntax.LENIENT);
    private final KeyParser from16To36 = new KeyParser(KeySyntax.LENIENT, 16, 36);

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 254, 255})
    void by_default_1_to_255_characters_are_taken(int length) {
        String key = "k".repeat(length);
        assertThat(unlimited.parse(List.of(key))).isEqualTo(present(key));
        assertThat(unlimited.parse(List.of('"' + key + '"'))).isEqualTo(present(key));
    }

    @ParameterizedTest
    @ValueSource(ints = {256, 257, 8_000})
    void by_default_more_than_255_characters_are_refused(int length) {
        String key = "k".repeat(length);
        assertThat(refusalOf(unlimited, key)).isEqualTo(TOO_LONG);
        assertThat(refusalOf(unlimited, '"' + key + '"')).isEqualTo(TOO_LONG);
    }

    @Test
    void the_length_is_that_of_the_decoded_key() {
        assertThat(unlimited.parse(List.of('"' + ESCAPED_QUOTE.repeat(255) + '"')))
                .isEqualTo(present("\"".repeat(255)));
        assertThat(refusalOf(unlimited, '"' + ESCAPED_QUOTE.repeat(256) + '"')).isEqualTo(TOO_LONG);
        assertThat(refusalOf(from16To36, '"' + ESCAPED_QUOTE.repeat(15) + '"')).isEqualTo(TOO_SHORT);
        assertThat(refusalOf(from16To36, "\"abc\";parameter=\"long enough\"")).isEqualTo(TOO_SHORT);
    }

    @ParameterizedTest
    @ValueSource(ints = {16, 17, 35, 36})
    void configured_limits_are_included(int length) {
        String key = "k".repeat(length);
        assertThat(from16To36.parse(List.of(key))).isEqualTo(present(key));
        assertThat(from16To36.parse(List.of('"' + key + '"'))).isEqualTo(present(key));
    }

    @ParameterizedTest
    @CsvSource({"1, TOO_SHORT", "15, TOO_SHORT", "37, TOO_LONG", "256, TOO_LONG"})
    void keys_beyond_the_configured_limits_are_refused(int length, KeyRefusal.Kind kind) {
        String key = "k".repeat(length);
        assertThat(refusalOf(from16To36, key)).isEqualTo(kind);
        assertThat(refusalOf(from16To36, '"' + key + '"')).isEqualTo(kind);
    }

    @Test
    void an_empty_key_is_called_empty_and_not_too_short() {
        assertThat(refusalOf(from16To36, "")).isEqualTo(EMPTY);
        assertThat(refusalOf(from16To36, "\"\"")).isEqualTo(EMPTY);
    }

    @Test
    void the_refusal_tells_the_configured_limit() {
        assertThat(from16To36.parse(List.of("k")))
                .isEqualTo(new KeyParseResult.Refused(
                        new KeyRefusal(TOO_SHORT, "The idempotency key must have at least 16 characters.")));
        assertThat(from16To36.parse(List.of("k".repeat(37))))
                .isEqualTo(new KeyParseResult.Refused(
                        new KeyRefusal(TOO_LONG, "The idempotency key must have at most 36 characters.")));
    }

    @Test
    void a_line_of_65_536_characters_is_read_and_a_longer_one_is_refused_unread() {
        String key = "\"abc\"";
        String longest = key + " ".repeat(65_536 - key.length());
        assertThat(unlimited.parse(List.of(longest))).isEqualTo(present("abc"));
        assertThat(refusalOf(unlimited, longest + " ")).isEqualTo(TOO_LONG);
        assertThat(refusalOf(unlimited, "\t".repeat(65_536))).isEqualTo(ILLEGAL_CHARACTER);
        assertThat(refusalOf(unlimited, "\t".repeat(65_537))).isEqualTo(TOO_LONG);
    }

    @ParameterizedTest
    @CsvSource({"1, 1", "1, 255", "255, 255", "16, 16"})
    void limits_between_1_and_255_are_accepted(int min, int max) {
        assertThatCode(() -> new KeyParser(KeySyntax.STRICT, min, max)).doesNotThrowAnyException();
    }

    @ParameterizedTest
    @CsvSource({"0, 255", "-1, 10", "1, 256", "256, 256", "11, 10", "1, 0", "0, 0"})
    void impossible_limits_are_refused_and_named(int min, int max) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new KeyParser(KeySyntax.STRICT, min, max))
                .withMessage("The length of an idempotency key must be limited by 1 <= minimum <= maximum <= 255,"
                        + " not by minimum " + min + " and maximum " + max);
    }
}
