package dev.idempotency.core.internal.key;

import static dev.idempotency.core.internal.key.KeyRefusal.Kind.EMPTY;
import static dev.idempotency.core.internal.key.KeyRefusal.Kind.ILLEGAL_CHARACTER;
import static dev.idempotency.core.internal.key.KeyRefusal.Kind.ILLEGAL_ESCAPE;
import static dev.idempotency.core.internal.key.KeyRefusal.Kind.MALFORMED_PARAMETERS;
import static dev.idempotency.core.internal.key.KeyRefusal.Kind.TOO_LONG;
import static dev.idempotency.core.internal.key.KeyRefusal.Kind.TRAILING_CHARACTERS;
import static dev.idempotency.core.internal.key.KeyRefusal.Kind.UNTERMINATED;
import static dev.idempotency.core.internal.key.Parsings.present;
import static dev.idempotency.core.internal.key.Parsings.refusalOf;
import static org.assertj.core.api.Assertions.assertThat;

import dev.idempotency.core.key.KeySyntax;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The quoted spelling against an independent parser. What that one takes decodes to the same key here. What it refuses is
 * refused here too, or it has an odd value of a parameter only, and decodes to the key without its parameters.
 */
class KeyParserOracleTest {
    private static final int ITEMS = 20_000;

    private final KeyParser lenient = new KeyParser(KeySyntax.LENIENT);
    private final KeyParser strict = new KeyParser(KeySyntax.STRICT);
    private int accepted;
    private int refused;
    private int odd;

    @ParameterizedTest
    @ValueSource(longs = {1, 9651})
    void well_formed_random_items_decode_to_the_same_key(long seed) {
        RandomItems items = new RandomItems(seed);
        for (int i = 0; i < ITEMS; i++) {
            compare(items.wellFormed());
        }
        assertThat(accepted).isEqualTo(ITEMS);
    }

    @ParameterizedTest
    @ValueSource(longs = {2, 8941})
    void mutated_random_items_differ_in_values_of_parameters_only(long seed) {
        RandomItems items = new RandomItems(seed);
        for (int i = 0; i < ITEMS; i++) {
            compare(items.mutated());
        }
        assertThat(accepted).isGreaterThan(ITEMS / 10);
        assertThat(refused).isGreaterThan(ITEMS / 10);
        assertThat(odd).isBetween(1, ITEMS / 10);
    }

    @Test
    void every_short_tail_of_a_quoted_key_differs_in_values_of_parameters_only() {
        compareAll("\"", "\"\\a ;\t", 6);
        compareAll("\"k\"", "; a=*0A,\"", 5);
        compareAll("\"k\";a=", "0-.:?1a+=\"\\; ", 4);
        assertThat(accepted).isGreaterThan(1_000);
        assertThat(refused).isGreaterThan(10_000);
    }

    @Test
    void every_character_of_a_parameter_makes_a_difference_in_its_value_only() {
        for (char c = 0; c < 0x180; c++) {
            for (String template :
                    List.of(";_", ";a_", ";a=_", ";a=b_", ";a=\"_\"", ";a=:AA_A:", ";a=1_", ";a=?_", ";a_b")) {
                compare("\"k\"" + template.replace('_', c));
            }
        }
        assertThat(accepted).isGreaterThan(400);
        assertThat(refused).isGreaterThan(400);
    }

    private void compareAll(String prefix, String alphabet, int length) {
        compare(prefix);
        if (length > 0) {
            alphabet.chars().forEach(c -> compareAll(prefix + (char) c, alphabet, length - 1));
        }
    }

    private void compare(String line) {
        Optional<String> expected = StructuredFieldOracle.stringOf(List.of(line));
        if (expected.isPresent()) {
            accepted++;
            assertAccepted(line, expected.get());
        } else if (isRefusedForItsSyntax(line)) {
            refused++;
            assertThat(refusalOf(lenient, line)).as(line).isEqualTo(refusalOf(strict, line));
        } else {
            odd++;
            assertAccepted(line, keyBeforeParameters(line).orElseThrow());
        }
    }

    private boolean isRefusedForItsSyntax(String line) {
        return strict.parse(List.of(line)) instanceof KeyParseResult.Refused refused
                && List.of(ILLEGAL_CHARACTER, UNTERMINATED, ILLEGAL_ESCAPE, TRAILING_CHARACTERS, MALFORMED_PARAMETERS)
                        .contains(refused.reason().kind());
    }

    /** What the independent parser reads before the first value of a parameter that it could complain about. */
    private static Optional<String> keyBeforeParameters(String line) {
        return IntStream.range(0, line.length())
                .filter(i -> line.charAt(i) == ';')
                .mapToObj(i -> StructuredFieldOracle.stringOf(List.of(line.substring(0, i))))
                .flatMap(Optional::stream)
                .findFirst();
    }

    private void assertAccepted(String line, String key) {
        if (key.isEmpty()) {
            assertThat(refusalOf(strict, line)).as(line).isEqualTo(EMPTY);
        } else if (key.length() > 255) {
            assertThat(refusalOf(strict, line)).as(line).isEqualTo(TOO_LONG);
        } else {
            assertThat(strict.parse(List.of(line))).as(line).isEqualTo(present(key));
        }
        assertThat(lenient.parse(List.of(line))).as(line).isEqualTo(strict.parse(List.of(line)));
    }
}
