package dev.idempotency.core.fingerprint;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idempotency.core.fuzz.Fuzzing;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class CanonicalJsonFuzzTest {

    /** A number that is within the limits as it was written may be beyond them as it is written canonically. */
    private static final Pattern NEAR_THE_LIMITS = Pattern.compile("[0-9.]{900}|e[+-][0-9]{4}");

    private final CanonicalFingerprinter fingerprints = new CanonicalFingerprinter(List.of());

    @Test
    void a_canonical_text_is_its_own_and_every_permitted_spelling_has_the_same_fingerprint() {
        Fuzzing.of("json", input -> {
            ByteTape canonical = CanonicalJson.of(input, 0, input.length, new IgnoredMembers(List.of()));
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
            assertThat(of(respelled(text))).isEqualTo(fingerprint);
        });
    }

    private Fingerprint of(String json) {
        return fingerprints.fingerprint(Contents.json(json));
    }

    /** The same document with white space between its tokens and with its letters escaped. */
    private static String respelled(String canonical) {
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
            } else {
                result.append(inString || "{}[]:,".indexOf(c) < 0 ? String.valueOf(c) : "\t" + c + " ");
            }
        }
        return result.append("\r\n").toString();
    }
}
