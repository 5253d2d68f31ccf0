package dev.idempotency.core.internal.fingerprint.json;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CanonicalNumberTest {

    /** Looks like more of the number, but lies beyond the end. */
    private static final String[] BEYOND = {"", "1", "0", ".5", "e5", "E", "-"};

    @ParameterizedTest
    @ValueSource(
            strings = {
                "0",
                "1",
                "9",
                "-1",
                "10",
                "-10",
                "123456789012345678901",
                "-123456789012345678901",
                "0.1",
                "0.5",
                "-0.9",
                "1.05",
                "10.01",
                "-12.5",
                "0.10000000000000000555"
            })
    void a_number_that_is_canonical_is_passed_over(String number) {
        for (String beyond : BEYOND) {
            assertThat(skip(number, beyond)).isEqualTo(1 + number.length());
            assertThat(canonical(number, beyond)).isEqualTo(number);
        }
        assertThat(skip(number + ",", "")).isEqualTo(1 + number.length());
        assertThat(skip(number + "]", "")).isEqualTo(1 + number.length());
    }

    @ParameterizedTest
    @CsvSource({
        "-0, 0",
        "0.0, 0",
        "-0.00, 0",
        "0e7, 0",
        "0E-7, 0",
        "1.0, 1",
        "1.50, 1.5",
        "10.0, 10",
        "-1.0, -1",
        "1e0, 1",
        "1E0, 1",
        "1e+0, 1",
        "1e-0, 1",
        "1e2, 100",
        "1e02, 100",
        "-1e2, -100",
        "1.5e1, 15",
        "1.25e1, 12.5",
        "120e-1, 12",
        "125e-1, 12.5",
        "5e-1, 0.5",
        "0.05, 0.05",
        "0.00120, 0.0012",
        "0.000001, 0.000001",
        "0.0000001, 1e-7",
        "0.00000012, 1.2e-7",
        "12e-8, 1.2e-7",
        "1e-6, 0.000001",
        "1e20, 100000000000000000000",
        "1e21, 1e+21",
        "12e20, 1.2e+21",
        "1234567890123456789012, 1.234567890123456789012e+21",
        "100000000000000000000, 100000000000000000000",
        "1000000000000000000000, 1e+21",
        "1e9999, 1e+9999",
        "1e-9999, 1e-9999",
        "-1.5E+300, -1.5e+300"
    })
    void any_other_number_is_spelled_anew(String number, String text) {
        for (String beyond : BEYOND) {
            assertThat(canonical(number, beyond)).isEqualTo(text);
        }
        assertThat(canonical(number + ",", "")).isEqualTo(text);
        if (!number.equals(text)) {
            assertThat(skip(number, "")).isEqualTo(-1);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "", "-", "01", "-01", "00", "1.", "-1.", ".5", "+1", "1e", "1E+", "1e-", "1.e5", "a", "-a", "e5", "/",
                ":"
            })
    void what_is_no_number_has_no_canonical_text(String text) {
        for (String beyond : BEYOND) {
            if (!beyond.startsWith("1") && !beyond.startsWith("0") && !beyond.startsWith(".")) {
                assertThat(skip(text, beyond)).isEqualTo(-1);
            }
            assertThat(canonical(text, beyond)).isNull();
        }
    }

    @Test
    void a_number_ends_where_its_characters_end() {
        assertThat(skip("12/", "")).isEqualTo(3);
        assertThat(skip("12:", "")).isEqualTo(3);
        assertThat(canonical("1.0/", "")).isEqualTo("1");
        assertThat(canonical("1.0:", "")).isEqualTo("1");
        assertThat(canonical("1.0-", "")).isEqualTo("1");
    }

    @Test
    void numbers_beyond_the_limits_have_no_canonical_text() {
        String longest = "1." + "5".repeat(998);
        assertThat(skip(longest, "5")).isEqualTo(1 + 1000);
        assertThat(skip(longest + "5", "")).isEqualTo(-1);
        assertThat(canonical(longest, "5")).isEqualTo(longest);
        assertThat(canonical(longest + "5", "")).isNull();
        assertThat(skip("-" + longest, "")).isEqualTo(-1);
        assertThat(canonical("1e10000", "")).isNull();
        assertThat(canonical("1e-10000", "")).isNull();
        assertThat(canonical("1e99999999999", "")).isNull();
        assertThat(canonical("1e00009999", "")).isEqualTo("1e+9999");
    }

    private static int skip(String number, String beyond) {
        byte[] in = in(number, beyond);
        return CanonicalNumber.skipCanonical(in, 1, in.length - beyond.length());
    }

    private static String canonical(String number, String beyond) {
        byte[] in = in(number, beyond);
        GrowingBytes out = new GrowingBytes(0, MemoryBudget.ofBody(1 << 20));
        int next = CanonicalNumber.canonicalize(in, 1, in.length - beyond.length(), out);
        if (next < 0) {
            assertThat(next).isEqualTo(-1);
            return null;
        }
        assertThat(new String(in, 1, next - 1, StandardCharsets.US_ASCII)).matches("[-+.0-9eE]+");
        return new String(out.bytes, 0, out.length, StandardCharsets.US_ASCII);
    }

    private static byte[] in(String number, String beyond) {
        return ("[" + number + beyond).getBytes(StandardCharsets.US_ASCII);
    }
}
