package dev.idempotency.core.internal.key;

import static dev.idempotency.core.internal.key.KeyRefusal.Kind.EMPTY;
import static dev.idempotency.core.internal.key.KeyRefusal.Kind.ILLEGAL_CHARACTER;
import static dev.idempotency.core.internal.key.KeyRefusal.Kind.ILLEGAL_ESCAPE;
import static dev.idempotency.core.internal.key.KeyRefusal.Kind.NOT_QUOTED;
import static dev.idempotency.core.internal.key.KeyRefusal.Kind.SEVERAL_LINES;
import static dev.idempotency.core.internal.key.KeyRefusal.Kind.TOO_LONG;
import static dev.idempotency.core.internal.key.KeyRefusal.Kind.TRAILING_CHARACTERS;
import static dev.idempotency.core.internal.key.KeyRefusal.Kind.UNTERMINATED;
import static dev.idempotency.core.internal.key.Parsings.present;
import static dev.idempotency.core.internal.key.Parsings.refusalOf;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.idempotency.core.internal.key.KeyRefusal.Kind;
import dev.idempotency.core.key.KeySyntax;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Every Item among the HTTP working group's vectors, see {@link ItemVectors}. */
class KeyParserVectorsTest {
    private final KeyParser lenient = new KeyParser(KeySyntax.LENIENT);
    private final KeyParser strict = new KeyParser(KeySyntax.STRICT);

    @Test
    void the_vectors_hold_strings_other_items_and_failures() {
        List<ItemVector> vectors = ItemVectors.all();
        assertThat(vectors).filteredOn(ItemVector::isString).hasSizeGreaterThan(90);
        assertThat(vectors).filteredOn(ItemVector::mustFail).hasSizeGreaterThan(160);
        assertThat(vectors)
                .filteredOn(vector -> !vector.isString() && !vector.mustFail())
                .hasSizeGreaterThan(4);
    }

    @TestFactory
    Stream<DynamicTest> the_oracle_agrees_with_each_vector() {
        return each(vector -> true, vector -> {
            if (vector.mustFail()) {
                assertThat(StructuredFieldOracle.isItem(vector.lines())).isFalse();
            } else if (vector.canFail() && !StructuredFieldOracle.isItem(vector.lines())) {
                assertThat(vector.lines()).as("only split lines may be refused").hasSizeGreaterThan(1);
            } else if (vector.isString()) {
                assertThat(StructuredFieldOracle.stringOf(vector.lines())).contains(vector.string());
            } else {
                assertThat(StructuredFieldOracle.isItem(vector.lines())).isTrue();
                assertThat(StructuredFieldOracle.stringOf(vector.lines())).isEmpty();
            }
        });
    }

    @TestFactory
    Stream<DynamicTest> a_string_is_a_key_if_it_has_one_line_and_the_right_length() {
        return each(ItemVector::isString, vector -> {
            List<String> lines = vector.lines();
            if (lines.size() > 1) {
                assertRefused(SEVERAL_LINES, lines);
            } else if (vector.string().isEmpty()) {
                assertRefused(EMPTY, lines);
            } else if (vector.string().length() > 255) {
                assertRefused(TOO_LONG, lines);
            } else {
                assertThat(strict.parse(lines)).isEqualTo(present(vector.string()));
                assertThat(lenient.parse(lines)).isEqualTo(present(vector.string()));
            }
        });
    }

    @TestFactory
    Stream<DynamicTest> an_item_of_another_type_is_a_bare_key() {
        return each(vector -> !vector.isString() && !vector.mustFail(), vector -> {
            assertThat(vector.lines()).hasSize(1);
            assertThat(refusalOf(strict, vector.lines())).isEqualTo(NOT_QUOTED);
            assertThat(lenient.parse(vector.lines()))
                    .isEqualTo(present(vector.lines().get(0).strip()));
        });
    }

    @TestFactory
    Stream<DynamicTest> a_quoted_value_that_is_no_string_is_refused_in_both_syntaxes() {
        Map<String, Kind> byName = Map.of(
                "0x22 in string", TRAILING_CHARACTERS,
                "0x5c in string", ILLEGAL_ESCAPE,
                "non-ascii string", ILLEGAL_CHARACTER,
                "tab in string", ILLEGAL_CHARACTER,
                "newline in string", ILLEGAL_CHARACTER,
                "unbalanced string", UNTERMINATED,
                "bad string quoting", ILLEGAL_ESCAPE,
                "ending string quote", UNTERMINATED,
                "abruptly ending string quote", UNTERMINATED);
        return each(vector -> vector.mustFail() && vector.isQuoted(), vector -> {
            if (byName.containsKey(vector.name())) {
                assertRefused(byName.get(vector.name()), vector.lines());
            } else if (vector.name().startsWith("Escaped 0x")) {
                assertRefused(ILLEGAL_ESCAPE, vector.lines());
            } else {
                assertThat(vector.name()).matches("0x[0-9a-f]{2} in string");
                assertRefused(ILLEGAL_CHARACTER, vector.lines());
            }
        });
    }

    @TestFactory
    Stream<DynamicTest> an_unquoted_value_that_is_no_item_is_a_bare_key_if_it_is_visible_ascii() {
        Map<String, KeyParseResult> bare = Map.of("single quoted string", present("'foo'"));
        Map<String, Kind> refused =
                Map.of("empty item", EMPTY, "leading space", ILLEGAL_CHARACTER, "trailing space", ILLEGAL_CHARACTER);
        return each(vector -> vector.mustFail() && !vector.isQuoted(), vector -> {
            assertThat(refusalOf(strict, vector.lines())).isIn(EMPTY, NOT_QUOTED);
            if (bare.containsKey(vector.name())) {
                assertThat(lenient.parse(vector.lines())).isEqualTo(bare.get(vector.name()));
            } else {
                assertThat(refusalOf(lenient, vector.lines())).isEqualTo(refused.get(vector.name()));
            }
        });
    }

    private void assertRefused(Kind kind, List<String> lines) {
        assertThat(refusalOf(strict, lines)).isEqualTo(kind);
        assertThat(refusalOf(lenient, lines)).isEqualTo(kind);
    }

    private static Stream<DynamicTest> each(Predicate<ItemVector> chosen, Consumer<ItemVector> test) {
        return ItemVectors.all().stream()
                .filter(chosen)
                .map(vector -> dynamicTest(vector.name(), () -> test.accept(vector)));
    }
}
