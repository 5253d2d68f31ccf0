package dev.idempotency.core.fingerprint;

import static dev.idempotency.core.fingerprint.Contents.canonical;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.math.BigDecimal;
import java.util.List;
import java.util.Random;
import org.erdtman.jcs.JsonCanonicalizer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** RFC 8785, by an independent implementation of it, wherever a number is the shortest form of its double. */
class CanonicalJsonOracleTest {

    private static final long SEED = Long.getLong("idempotency.fuzz.seed", 20_260_118L);

    @Test
    void thousands_of_random_documents_have_the_canonical_text_of_rfc_8785() throws IOException {
        RandomJson json = new RandomJson(SEED);
        for (int i = 0; i < 20_000; i++) {
            Object document = json.document();
            // The oracle takes only objects and arrays at the top.
            String written =
                    json.write(document instanceof String || isScalar(document) ? List.of(document) : document);

            assertThat(canonical(written))
                    .as("document %s of seed %s: %s", i, SEED, written)
                    .isEqualTo(new JsonCanonicalizer(written).getEncodedString());
        }
    }

    private static boolean isScalar(Object document) {
        return document instanceof Number || document instanceof Boolean || document instanceof RandomJson.Nothing;
    }

    @Test
    void two_ways_to_write_a_document_have_one_canonical_text() {
        RandomJson json = new RandomJson(SEED + 1);
        for (int i = 0; i < 5_000; i++) {
            Object document = json.document();

            assertThat(canonical(json.write(document)))
                    .as("document %s of seed %s", i, SEED + 1)
                    .isNotNull()
                    .isEqualTo(canonical(json.write(document)));
        }
    }

    @Test
    void a_canonical_text_is_its_own_canonical_text() {
        RandomJson json = new RandomJson(SEED + 2);
        for (int i = 0; i < 2_000; i++) {
            String canonical = canonical(json.write(json.document()));

            assertThat(canonical(canonical)).isEqualTo(canonical);
        }
    }

    @Test
    void numbers_have_one_text_exactly_when_they_have_one_value() {
        Random random = new Random(SEED + 3);
        for (int i = 0; i < 20_000; i++) {
            String one = number(random);
            String other = random.nextBoolean() ? number(random) : respelled(one, random);

            assertThat(canonical(one).equals(canonical(other)))
                    .as("%s and %s of seed %s", one, other, SEED + 3)
                    .isEqualTo(new BigDecimal(one).compareTo(new BigDecimal(other)) == 0);
        }
    }

    private static String number(Random random) {
        StringBuilder number = new StringBuilder(random.nextInt(3) == 0 ? "-" : "");
        number.append(
                random.nextInt(4) == 0
                        ? "0"
                        : Integer.toString(1 + random.nextInt(random.nextInt(5) == 0 ? 99999 : 30)));
        if (random.nextInt(2) == 0) {
            number.append('.').append(random.nextInt(random.nextInt(3) == 0 ? 2 : 1000));
        }
        if (random.nextInt(2) == 0) {
            number.append(random.nextBoolean() ? "e" : "E").append(random.nextInt(60) - 30);
        }
        return number.toString();
    }

    private static String respelled(String number, Random random) {
        BigDecimal value = new BigDecimal(number);
        int shift = random.nextInt(50) - 25;
        return value.unscaledValue() + "e" + (-value.scale() + shift) + "";
    }

    @ParameterizedTest
    @CsvSource({
        "1e20, 100000000000000000000",
        "1e21, 1e+21",
        "123456789012345678901, 123456789012345678901",
        "1234567890123456789012, 1.234567890123456789012e+21",
        "0.000001, 0.000001",
        "0.0000001, 1e-7",
        "1.5e-7, 1.5e-7",
        "-0.0, 0",
        "-12.50, -12.5",
        "0.10000000000000000555, 0.10000000000000000555"
    })
    void a_number_is_laid_out_as_in_ecmascript_with_every_digit_it_has(String number, String text) {
        assertThat(canonical(number)).isEqualTo(text);
    }

    @Test
    void truncated_anywhere_a_document_has_no_canonical_text() {
        String whole = "{\"a\":[1.5e3,true,null,\"\\u00e9\\n😀\"],\"b\":{\"c\":-0.1}}";
        for (int end = 0; end < whole.length(); end++) {
            if (!Character.isLowSurrogate(whole.charAt(end))) {
                assertThat(canonical(whole.substring(0, end)))
                        .as("first %s characters", end)
                        .isNull();
            }
        }
        assertThat(canonical(whole)).isNotNull();
    }
}
