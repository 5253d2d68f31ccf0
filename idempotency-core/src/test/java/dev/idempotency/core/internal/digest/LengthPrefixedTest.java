package dev.idempotency.core.internal.digest;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HexFormat;
import org.junit.jupiter.api.Test;

class LengthPrefixedTest {

    @Test
    void each_kind_of_value_has_the_form_that_it_always_had() {
        byte[] bytes = new LengthPrefixed()
                .number(1)
                .number(-2L)
                .text("é")
                .countedText("😀")
                .unprefixed("a")
                .unprefixed(new byte[] {9})
                .toBytes();

        assertThat(HexFormat.of().formatHex(bytes))
                .isEqualTo("00000001" + "fffffffffffffffe" + "00000002c3a9" + "323af09f9880" + "61" + "09");
    }

    @Test
    void texts_that_run_into_each_other_have_different_bytes() {
        assertThat(new LengthPrefixed().text("a").text("bc").toBytes())
                .isNotEqualTo(new LengthPrefixed().text("ab").text("c").toBytes());
        assertThat(new LengthPrefixed().countedText("1:a").countedText("").toBytes())
                .isNotEqualTo(
                        new LengthPrefixed().countedText("1").countedText("a0:").toBytes());
    }

    @Test
    void nothing_is_no_bytes() {
        assertThat(new LengthPrefixed().toBytes()).isEmpty();
    }
}
