package dev.idempotency.core.internal.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** Against the decoder of the Java platform. */
class Utf8Test {

    /** The bytes on both sides of every limit of RFC 3629. */
    private static final int[] EDGES = {
        0x00, 0x41, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xC1, 0xC2, 0xDF, 0xE0, 0xE1, 0xEC, 0xED, 0xEE,
        0xEF, 0xF0, 0xF1, 0xF3, 0xF4, 0xF5, 0xFF
    };

    private static final int[] CONTINUATION_EDGES = {0x00, 0x7F, 0x80, 0xBF, 0xC0, 0xFF};

    @Test
    void sequences_are_valid_exactly_when_java_can_decode_them() {
        for (int a : EDGES) {
            for (int b : EDGES) {
                assertSameAsJava(a);
                assertSameAsJava(a, b);
                for (int c : CONTINUATION_EDGES) {
                    assertSameAsJava(a, b, c);
                    for (int d : CONTINUATION_EDGES) {
                        assertSameAsJava(a, b, c, d);
                    }
                }
            }
        }
    }

    @Test
    void a_sequence_does_not_go_on_beyond_the_end() {
        byte[] in = "é€😀".getBytes(StandardCharsets.UTF_8);

        assertThat(Utf8.isValid(in, 0, 1)).isFalse();
        assertThat(Utf8.isValid(in, 0, 2)).isTrue();
        assertThat(Utf8.isValid(in, 2, 4)).isFalse();
        assertThat(Utf8.isValid(in, 2, 5)).isTrue();
        assertThat(Utf8.isValid(in, 5, 8)).isFalse();
        assertThat(Utf8.isValid(in, 5, 9)).isTrue();
        assertThat(Utf8.isValid(in, 5, 5)).isTrue();
        assertThat(Utf8.isValid(in, 1, 2)).isFalse();
    }

    @Test
    void every_code_point_is_written_as_java_writes_it() {
        byte[] out = new byte[5];
        for (int codePoint = 0; codePoint <= Character.MAX_CODE_POINT; codePoint++) {
            if (codePoint < Character.MIN_SURROGATE || codePoint > Character.MAX_SURROGATE) {
                int length = Utf8.write(codePoint, out, 1);
                byte[] expected = Character.toString(codePoint).getBytes(StandardCharsets.UTF_8);
                if (!Arrays.equals(out, 1, 1 + length, expected, 0, expected.length)
                        || (length > 1 && Utf8.sequenceLength(out, 1, 1 + length) != length)) {
                    assertThat(codePoint).as("code point").isNull();
                }
            }
        }
        assertThat(out[0]).isZero();
    }

    private static void assertSameAsJava(int... sequence) {
        byte[] in = new byte[sequence.length];
        for (int i = 0; i < in.length; i++) {
            in[i] = (byte) sequence[i];
        }
        if (Utf8.isValid(in, 0, in.length) != javaCanDecode(in)) {
            assertThat(Utf8.isValid(in, 0, in.length)).as(Arrays.toString(in)).isEqualTo(javaCanDecode(in));
        }
    }

    private static boolean javaCanDecode(byte[] in) {
        CharBuffer out = CharBuffer.allocate(in.length);
        return !StandardCharsets.UTF_8
                .newDecoder()
                .decode(ByteBuffer.wrap(in), out, true)
                .isError();
    }
}
