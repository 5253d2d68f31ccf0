package dev.idempotency.core.internal.digest;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class Sha256Test {

    @Test
    void the_hash_of_abc_is_the_one_in_the_standard() {
        assertThat(Sha256.hex("abc")).isEqualTo("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    }

    @Test
    void a_text_is_hashed_by_its_utf_8_bytes_whatever_the_platform() {
        assertThat(Sha256.hex("ü")).isEqualTo("607474ca475a9724d7360aba71a56d5df77e61350e3f724cfa1f46e857e2d85f");
    }

    @Test
    void the_short_form_is_the_first_eight_digits() {
        assertThat(Sha256.shortHex("abc")).isEqualTo("ba7816bf");
    }
}
