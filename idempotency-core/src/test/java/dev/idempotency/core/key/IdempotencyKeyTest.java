package dev.idempotency.core.key;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class IdempotencyKeyTest {

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 254, 255})
    void a_key_has_1_to_255_characters(int length) {
        assertThat(new IdempotencyKey("k".repeat(length)).value()).hasSize(length);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 256, 100_000})
    void any_other_length_is_refused_and_named(int length) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new IdempotencyKey("k".repeat(length)))
                .withMessage("An idempotency key has 1 to 255 characters, not " + length);
    }

    @Test
    void a_key_holds_printable_ascii_and_nothing_else() {
        for (char c = 0; c < 0x200; c++) {
            String value = "a" + c;
            if (c >= 0x20 && c <= 0x7E) {
                assertThat(new IdempotencyKey(value).value()).isEqualTo(value);
            } else {
                assertThatIllegalArgumentException()
                        .isThrownBy(() -> new IdempotencyKey(value))
                        .withMessage("An idempotency key is printable ASCII, but the character at index 1 is not");
            }
        }
    }

    @Test
    void the_first_character_is_checked_as_well() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new IdempotencyKey("\nabc"))
                .withMessageContaining("index 0");
    }

    @Test
    void keys_are_equal_by_value_and_case_sensitive() {
        assertThat(new IdempotencyKey("abc"))
                .isEqualTo(new IdempotencyKey("abc"))
                .hasSameHashCodeAs(new IdempotencyKey("abc"))
                .isNotEqualTo(new IdempotencyKey("ABC"))
                .isNotEqualTo(new IdempotencyKey("abc "));
    }

    @Test
    void a_key_shows_a_short_hash_in_place_of_itself() {
        assertThat(new IdempotencyKey("abc")).hasToString("IdempotencyKey[ba7816bf]");
    }
}
