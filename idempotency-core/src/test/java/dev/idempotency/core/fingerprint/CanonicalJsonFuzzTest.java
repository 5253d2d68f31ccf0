package dev.idempotency.core.fingerprint;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idempotency.core.fuzz.Fuzzing;
import dev.idempotency.core.internal.fingerprint.json.CanonicalJson;
import dev.idempotency.core.internal.fingerprint.json.GrowingBytes;
import dev.idempotency.core.internal.fingerprint.json.IgnoredMembers;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class CanonicalJsonFuzzTest {

    /** A number that is within the limits as it was written may be beyond them as it is written canonically. */
    private static final Pattern NEAR_THE_LIMITS = Pattern.compile("[0-9.]{900}|e[+-][0-9]{4}");

    private final CanonicalFingerprinter fingerprints = new CanonicalFingerprinter(List.of());

    @Test
    void a_canonical_text_is_its_own_and_every_spelling_has_the_same_fingerprint() {
        Fuzzing.of("json", input -> {
            GrowingBytes canonical = CanonicalJson.of(input, 0, input.length, new IgnoredMembers(List.of()));
            Fingerprint fingerprint = fingerprints.fingerprint(Contents.json(input));

            if (canonical == null) {
                byte[] longer = Arrays.copyOf(input, input.length + 1);
                longer[input.length] = ' ';
                assertThat(fingerprints.fingerprint(Contents.json(longer))).isNotEqualTo(fingerprint);
                return;
            }
            String text = new String(canonical.bytes, 0, canonical.length, StandardCharsets.UTF_8);
            if (NEAR_THE_LIMITS.matcher(text).find()) {
                return;
            }
            assertThat(Contents.canonical(text)).isEqualTo(text);
            assertThat(of(text)).isEqualTo(fingerprint);
            assertThat(of(respelled(text, CanonicalJsonFuzzTest::padded))).isEqualTo(fingerprint);
            assertThat(of(respelled(text, CanonicalJsonFuzzTest::shifted))).isEqualTo(fingerprint);
            assertMembersHaveNoOrder(text);
        });
    }

    private Fingerprint of(String json) {
        return fingerprints.fingerprint(Contents.json(json));
    }

    /** Two members, of which the document is one: too deep for some, which have no canonical form then. */
    private void assertMembersHaveNoOrder(String text) {
        byte[] sorted = ("{\"a\":" + text + ",\"b\":1}").getBytes(StandardCharsets.UTF_8);
        if (CanonicalJson.of(sorted, 0, sorted.length, new IgnoredMembers(List.of())) != null) {
            assertThat(of("{\"b\":1,\"a\":" + text + "}")).isEqualTo(fingerprints.fingerprint(Contents.json(sorted)));
        }
    }

    /** The same number with a zero at its end. */
    private static String padded(String number) {
        int end = number.indexOf('e') < 0 ? number.length() : number.indexOf('e');
        String digits = number.substring(0, end);
        return number.equals("0") ? "-0.0" : digits + (digits.contains(".") ? "0" : ".0") + number.substring(end);
    }

    /** The same number without a point. */
    private static String shifted(String number) {
        BigDecimal value = new BigDecimal(number);
        return value.signum() == 0 ? "-0E+7" : value.unscaledValue() + "0E" + (-value.scale() - 1);
    }

    /** The same document with white space between its tokens, its letters escaped and its numbers spelled otherwise. */
    private static String respelled(String canonical, UnaryOperator<String> number) {
        StringBuilder result = new StringBuilder("\n ");
        boolean inString = false;
        for (int i = 0; i < canonical.length(); i++) {
            char c = canonical.charAt(i);
            if (c == '"') {
                inString = !inString;
                result.append(c);
            } else if (inString && c == '\\') {
                int length = canonical.charAt(i + 1) == 'u' ? 6 : 2;
                result.append(canonical, i, i + length);
                i += length - 1;
            } else if (inString && Character.isLetter(c)) {
                result.append("\\u%04X".formatted((int) c));
            } else if (!inString && (c == '-' || isDigit(c))) {
                int start = i;
                while (i + 1 < canonical.length() && isOfNumber(canonical.charAt(i + 1))) {
                    i++;
                }
                result.append(number.apply(canonical.substring(start, i + 1)));
            } else {
                result.append(inString || "{}[]:,".indexOf(c) < 0 ? String.valueOf(c) : "\t" + c + " ");
            }
        }
        return result.append("\r\n").toString();
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }

    private static boolean isOfNumber(char c) {
        return isDigit(c) || "-+.e".indexOf(c) >= 0;
    }
}
