package dev.idempotency.core.fingerprint;

import static dev.idempotency.core.fingerprint.Contents.form;
import static dev.idempotency.core.fingerprint.Contents.query;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class UrlPairsTest {

    private final Fingerprinter fingerprinter = new CanonicalFingerprinter();

    @ParameterizedTest
    @CsvSource({
        "a=1&b=2, b=2&a=1",
        "a=1&b=2&a=3, b=2&a=1&a=3",
        "ab=1&a=2, a=2&ab=1",
        "b&a, a&b",
        "a=&b, b&a=",
        "&a, a&",
        "ac=1&ab=2, ab=2&ac=1",
        "xac=1&xab=2&xaa=3, xaa=3&xab=2&xac=1",
        "a&a!=2, a!=2&a",
        "a=1&a!=2, a!=2&a=1",
        "%61=1&b=2, b=2&a=1",
        "%00a=1&%00b=2, %00b=2&%00a=1",
        "%61=1&a=2, a=1&a=2",
        "a=1&%61=2, a=1&a=2",
        "é=1&%C3%A9=2, %c3%a9=1&é=2",
        "a=%3d, a==",
        "a=%41%5A%61%7a%30%39%2D%2e%5F%7E, a=AZaz09-._~"
    })
    void forms_that_mean_the_same_pairs_in_another_order_of_names_are_the_same(String one, String other) {
        assertThat(fingerprinter.fingerprint(form(one))).isEqualTo(fingerprinter.fingerprint(form(other)));
    }

    @ParameterizedTest
    @CsvSource({
        "a=1&a=2, a=2&a=1",
        "%61=1&a=2, a=2&%61=1",
        "a, a=",
        "a, a&",
        "a&&b, a&b",
        "a=1, a=1&",
        "a=b, ab=",
        "a=1, b=1",
        "a=1&b=2, a=2&b=1",
        "a=%2B, a=+",
        "a%3D=1, a=%3D1",
        "a%26b=1, a&b=1",
        "a=%00, a=",
        "A=1, a=1",
        "%ff=1, %fe=1",
        "a=%f, a=%0f",
        "a=%, a=%25",
        "a=%g0, a=%00",
        "a=%0g, a=%00",
        "a=%4, a=%04"
    })
    void forms_that_mean_other_pairs_are_different(String one, String other) {
        assertThat(fingerprinter.fingerprint(form(one))).isNotEqualTo(fingerprinter.fingerprint(form(other)));
    }

    @ParameterizedTest
    @CsvSource({
        "a=1&b=2, b=2&a=1",
        "%61=1&b=2, b=2&a=1",
        "a=%41%5A%61%7a%30%39%2D%2e%5F%7E, a=AZaz09-._~",
        "a=%2f, a=%2F",
        "a=%c3%a9, a=%C3%A9"
    })
    void queries_differ_in_nothing_but_order_and_needless_escapes(String one, String other) {
        assertThat(fingerprinter.fingerprint(query(one))).isEqualTo(fingerprinter.fingerprint(query(other)));
    }

    @ParameterizedTest
    @CsvSource({
        "a=%2B, a=+",
        "a=%20, a=+",
        "a=%2F, a=/",
        "a=%40, a=@",
        "a=%5B, a=[",
        "a=%60, a=`",
        "a=%7B, a={",
        "a=%3A, a=:",
        "a=%2f, a=%2e",
        "a=%2C, 'a=,'",
        "a=%80, a=%81",
        "a=1&a=2, a=2&a=1",
        "a=é, a=%C3%A9",
        "a=%4, a=%04",
        "a=%zz, a=zz"
    })
    void queries_that_a_server_may_tell_apart_are_different(String one, String other) {
        assertThat(fingerprinter.fingerprint(query(one))).isNotEqualTo(fingerprinter.fingerprint(query(other)));
    }

    @Test
    void a_query_outside_ascii_has_no_pairs() {
        assertThat(UrlPairs.parse("a=\u007f")).isNotNull();
        assertThat(UrlPairs.parse("a=\u0080")).isNull();
        assertThat(UrlPairs.parse("a=%80")).isNotNull();
        assertThat(UrlPairs.parse("%80=a")).isNull();
        assertThat(UrlPairs.parse("b=1&%80=a&c")).isNull();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"%", "%4", "a%", "a%4", "%%41", "%4%41", "%g1", "%1g", "%:1", "%1/", "%@1", "%1`", "=%g1", "=%1g"
            })
    void an_escape_has_two_hex_digits(String text) {
        assertThat(UrlPairs.parse(text)).isNull();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "%00", "=%fF", "%09", "=%9a", "=%aA%Ff", "a%41"})
    void an_escape_with_two_hex_digits_is_well_formed(String text) {
        assertThat(UrlPairs.parse(text)).isNotNull();
    }

    @Test
    void pairs_end_with_their_slice_of_the_buffer() {
        byte[] buffer = "x&b=2&a=%41%42&y=1".getBytes(StandardCharsets.US_ASCII);
        RequestBody slice = RequestBody.of(buffer, 2, 9);

        assertThat(fingerprinter.fingerprint(
                        new RequestContent("POST", "/orders", null, "application/x-www-form-urlencoded", slice)))
                .isEqualTo(fingerprinter.fingerprint(form("a=A&b=2")));
        assertThat(UrlPairs.parse(buffer, 2, 10)).isNull();
    }
}
