package dev.idempotency.core.scope;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.idempotency.core.internal.digest.Sha256;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ScopeTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "alice",
                "tenant-1",
                "a:b",
                "a b",
                " a",
                "Zoë",
                "名前",
                "\ud83d\ude00",
                "a/b",
                "POST /orders/{id}",
                "~"
            })
    void a_plain_name_is_its_own_value(String name) {
        assertThat(Scope.of(name).value()).isEqualTo(name);
    }

    @ParameterizedTest
    @CsvSource({"a|b, a\\|b", "a\\b, a\\\\b", "|, \\|", "\\, \\\\", "\\|, \\\\\\|"})
    void separators_in_a_name_are_escaped(String name, String value) {
        assertThat(Scope.of(name).value()).isEqualTo(value);
        assertThat(Scope.of("x").within(name).value()).isEqualTo("x|" + value);
    }

    @Test
    void names_are_put_inside_one_another_from_left_to_right() {
        assertThat(Scope.of("tenant-1").within("alice").within("POST /orders").value())
                .isEqualTo("tenant-1|alice|POST /orders");
    }

    @Test
    void a_scope_is_not_changed_by_one_within_it() {
        Scope tenant = Scope.of("tenant-1");
        tenant.within("alice");
        assertThat(tenant).isEqualTo(Scope.of("tenant-1"));
    }

    @Test
    void scopes_are_equal_by_value_and_case_sensitive() {
        assertThat(Scope.of("a").within("b"))
                .isEqualTo(Scope.of("a").within("b"))
                .hasSameHashCodeAs(Scope.of("a").within("b"))
                .isNotEqualTo(Scope.of("a"))
                .isNotEqualTo(Scope.of("A").within("b"))
                .isNotEqualTo("a|b");
    }

    @Test
    void hash_codes_tell_callers_apart() {
        assertThat(Scope.of("a")).doesNotHaveSameHashCodeAs(Scope.of("b"));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 254, 255})
    void a_value_of_at_most_255_characters_is_kept_as_it_is(int length) {
        assertThat(Scope.of("n".repeat(length)).value()).isEqualTo("n".repeat(length));
    }

    @ParameterizedTest
    @ValueSource(ints = {256, 1_000, 4_096})
    void a_longer_one_is_kept_as_its_hash(int length) {
        String name = "n".repeat(length);
        assertThat(Scope.of(name).value()).isEqualTo("|" + Sha256.hex(name)).hasSize(65);
    }

    @Test
    void what_counts_is_the_length_with_separators_and_escapes() {
        assertThat(Scope.of("n".repeat(253)).within("m").value()).hasSize(255);
        assertThat(Scope.of("n".repeat(254)).within("m").value())
                .startsWith("|")
                .hasSize(65);
        assertThat(Scope.of("|".repeat(127)).value()).hasSize(254);
        assertThat(Scope.of("|".repeat(128)).value()).isEqualTo("|" + Sha256.hex("\\|".repeat(128)));
    }

    @Test
    void a_name_within_a_hashed_scope_follows_the_hash() {
        Scope hashed = Scope.of("n".repeat(256));
        assertThat(hashed.within("m").value()).isEqualTo(hashed.value() + "|m");
        assertThat(hashed.within("m".repeat(200)).value()).hasSize(65).isNotEqualTo(hashed.value());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", " \u2003 "})
    void a_blank_name_is_refused(String name) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Scope.of(name))
                .withMessage("A name in a scope is not blank and has at most 4096 characters; this one has "
                        + name.length());
        assertThatIllegalArgumentException().isThrownBy(() -> Scope.of("a").within(name));
    }

    @Test
    void a_name_of_more_than_4096_characters_is_refused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Scope.of("n".repeat(4_097)))
                .withMessageEndingWith("this one has 4097");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ab\u0000",
                "ab\t",
                "ab\n",
                "ab\u001f",
                "ab\u007f",
                "ab\u0085",
                "ab\u009f",
                "ab\ud800",
                "ab\udc00",
                "ab\ud800c",
                "ab\udc00\ud800"
            })
    void a_name_that_postgres_cannot_hold_or_a_terminal_would_obey_is_refused(String name) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Scope.of(name))
                .withMessage("A scope has no control character or lone surrogate, but there is one at index 2");
        assertThatIllegalArgumentException().isThrownBy(() -> Scope.of("a").within(name));
        assertThatIllegalArgumentException().isThrownBy(() -> Scope.restore(name));
    }

    @Test
    void the_neighbours_of_control_characters_are_taken() {
        assertThat(Scope.of("a ~\u00a0\ud7ff\ue000").value()).isEqualTo("a ~\u00a0\ud7ff\ue000");
    }

    @Test
    void a_scope_shows_a_short_hash_in_place_of_a_name() {
        assertThat(Scope.of("abc")).hasToString("Scope[ba7816bf]");
    }

    @ParameterizedTest
    @ValueSource(strings = {"alice\r\nINFO forged", "", "\ud800alice"})
    void the_exception_for_an_illegal_name_does_not_show_it(String name) {
        assertThat(catchThrowable(() -> Scope.of(name)).toString())
                .doesNotContain("alice")
                .matches("[ -~]+");
        assertThat(catchThrowable(() -> Scope.restore(name)).toString())
                .doesNotContain("alice")
                .matches("[ -~]+");
    }
}
