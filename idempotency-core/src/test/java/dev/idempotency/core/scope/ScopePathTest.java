package dev.idempotency.core.scope;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.idempotency.core.internal.digest.Sha256;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Different paths of names are different scopes, and a store gets back the scope it kept. */
class ScopePathTest {

    @ParameterizedTest
    @ValueSource(strings = {":", "|", "\\", "\\|", "/", "\\\\|"})
    void scope_forging_by_delimiter_is_impossible(String delimiter) {
        assertThat(Scope.of("a").within("b" + delimiter + "c"))
                .isNotEqualTo(Scope.of("a" + delimiter + "b").within("c"))
                .isNotEqualTo(Scope.of("a").within("b").within("c"))
                .isNotEqualTo(Scope.of("a" + delimiter + "b" + delimiter + "c"));
    }

    @Test
    void a_name_that_looks_like_a_hashed_scope_is_another_scope() {
        Scope hashed = Scope.of("n".repeat(300));
        assertThat(Scope.of(hashed.value())).isNotEqualTo(hashed);
        assertThat(Scope.of(Sha256.hex("n".repeat(300)))).isNotEqualTo(hashed);
    }

    @Test
    void long_paths_that_differ_only_in_where_a_name_ends_are_different_scopes() {
        String half = "n".repeat(200);
        assertThat(Scope.of(half + "n").within(half))
                .isNotEqualTo(Scope.of(half).within("n" + half));
    }

    @Test
    void all_short_paths_over_the_special_characters_are_different_scopes() {
        Map<Scope, List<String>> seen = new HashMap<>();
        List<String> names = namesUpTo(3, "a|\\");
        for (String first : names) {
            remember(seen, Scope.of(first), List.of(first));
            for (String second : names) {
                remember(seen, Scope.of(first).within(second), List.of(first, second));
            }
        }
        assertThat(seen).hasSize(39 + 39 * 39);
    }

    @Test
    void every_value_is_restored_to_an_equal_scope() {
        Random random = new Random(20_260_102);
        String characters = "ab|\\ :é名";
        for (int i = 0; i < 5_000; i++) {
            Scope scope = Scope.of(name(random, characters));
            for (int depth = random.nextInt(4); depth > 0; depth--) {
                scope = scope.within(name(random, characters));
            }
            assertThat(Scope.restore(scope.value())).isEqualTo(scope);
            assertThat(scope.value()).hasSizeBetween(1, 255);
        }
    }

    @Test
    void a_restored_scope_goes_on_as_the_one_that_was_kept() {
        Scope kept = Scope.of("a|b").within("c");
        assertThat(Scope.restore(kept.value()).within("d")).isEqualTo(kept.within("d"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "|", "a|", "|a", "a||b", "a\\", "a\\b", "\\", "a|b\\", "|0123456789abcdef"})
    void what_no_scope_has_for_a_value_is_not_restored(String value) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Scope.restore(value))
                .withMessage("Not the value of a scope; it has " + value.length() + " characters");
    }

    @Test
    void a_restored_value_has_at_most_255_characters_and_a_hash_exactly_64_digits() {
        String digits = "0123456789abcdef".repeat(4);
        assertThat(Scope.restore("n".repeat(255)).value()).hasSize(255);
        assertThat(Scope.restore("|" + digits).value()).isEqualTo("|" + digits);
        assertThat(Scope.restore("|" + digits + "|a\\|b").value()).isEqualTo("|" + digits + "|a\\|b");
        assertThatIllegalArgumentException().isThrownBy(() -> Scope.restore("n".repeat(256)));
        assertThatIllegalArgumentException().isThrownBy(() -> Scope.restore("|" + digits + "0"));
        assertThatIllegalArgumentException().isThrownBy(() -> Scope.restore("|" + digits.substring(1)));
        assertThatIllegalArgumentException().isThrownBy(() -> Scope.restore("|" + digits.replace('a', 'A')));
        assertThatIllegalArgumentException().isThrownBy(() -> Scope.restore("|" + digits + "|"));
    }

    private static void remember(Map<Scope, List<String>> seen, Scope scope, List<String> path) {
        assertThat(seen.put(scope, path))
                .as("another path with the value of %s", path)
                .isNull();
    }

    private static List<String> namesUpTo(int length, String characters) {
        List<String> names = new ArrayList<>();
        if (length > 0) {
            for (char c : characters.toCharArray()) {
                names.add(String.valueOf(c));
                namesUpTo(length - 1, characters).forEach(rest -> names.add(c + rest));
            }
        }
        return names;
    }

    private static String name(Random random, String characters) {
        StringBuilder name = new StringBuilder("n");
        for (int i = random.nextInt(random.nextInt(10) == 0 ? 300 : 10); i > 0; i--) {
            name.append(characters.charAt(random.nextInt(characters.length())));
        }
        return name.toString();
    }
}
