package dev.idempotency.core.fingerprint;

import static dev.idempotency.core.fingerprint.Contents.content;
import static dev.idempotency.core.fingerprint.Contents.form;
import static dev.idempotency.core.fingerprint.Contents.json;
import static dev.idempotency.core.fingerprint.Contents.query;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.idempotency.core.fingerprint.RequestBody.Part;
import java.nio.charset.StandardCharsets;
import java.security.NoSuchAlgorithmException;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Fingerprints are stored: what a release hashes, the next one must hash the same way, or every key that is alive during
 * the upgrade looks as if it had been used for another request.
 */
class LayoutTest {

    private final Fingerprinter fingerprinter = new CanonicalFingerprinter();

    @Test
    void a_request_of_any_length_is_hashed_as_written_down() throws NoSuchAlgorithmException {
        for (int length = 1; length < 300; length++) {
            String path = "/".repeat(length);
            String body = "b".repeat(3 * length % 150);
            Layout layout = Layout.post(path);

            assertThat(fingerprinter.fingerprint(new RequestContent("POST", path, null, null, bytes(body))))
                    .as("path of %s and body of %s bytes", length, body.length())
                    .isEqualTo((body.isEmpty() ? layout.tag(1) : layout.tag(2).bytes(body)).fingerprint());
        }
    }

    @Test
    void characters_of_every_length_are_hashed_as_utf_8() throws NoSuchAlgorithmException {
        for (String path : List.of("/\u007f", "/\u0080", "/\u00e9", "/\u07ff", "/\u0800", "/\u20ac", "/\uffff")) {
            String longPath = path.repeat(99);

            assertThat(fingerprinter.fingerprint(new RequestContent("POST", longPath, null, null, RequestBody.EMPTY)))
                    .isEqualTo(Layout.post(longPath).tag(1).fingerprint());
        }
    }

    @Test
    void surrogates_are_hashed_one_by_one_so_that_lone_ones_stay_different() throws NoSuchAlgorithmException {
        byte[] units = {(byte) 0xED, (byte) 0xA0, (byte) 0xBD, (byte) 0xED, (byte) 0xB8, (byte) 0x80};
        Layout layout = new Layout()
                .tag(1)
                .text("POST")
                .tag(1)
                .units(2, units)
                .tag(0)
                .tag(0)
                .tag(0)
                .tag(0);

        assertThat(fingerprinter.fingerprint(new RequestContent("POST", "😀", null, null, RequestBody.EMPTY)))
                .isEqualTo(layout.tag(1).fingerprint());
    }

    @Test
    void json_is_hashed_in_its_canonical_form() throws NoSuchAlgorithmException {
        assertThat(fingerprinter.fingerprint(json(" {\"b\":1.0,\"a\":[]}")))
                .isEqualTo(Layout.ofType("application/json")
                        .tag(3)
                        .bytes("{\"a\":[],\"b\":1}")
                        .fingerprint());
    }

    @Test
    void json_that_cannot_be_read_is_hashed_as_it_stands() throws NoSuchAlgorithmException {
        assertThat(fingerprinter.fingerprint(json(" {\"a\":1")))
                .isEqualTo(Layout.ofType("application/json")
                        .tag(2)
                        .bytes(" {\"a\":1")
                        .fingerprint());
    }

    @Test
    void what_is_not_called_json_is_hashed_as_it_stands() throws NoSuchAlgorithmException {
        assertThat(fingerprinter.fingerprint(content("text/plain", new byte[] {'1', '.', '0'})))
                .isEqualTo(Layout.ofType("text/plain").tag(2).bytes("1.0").fingerprint());
    }

    @Test
    void a_form_is_hashed_by_its_pairs() throws NoSuchAlgorithmException {
        Layout layout = Layout.ofType("application/x-www-form-urlencoded").tag(4);
        layout.tag(1).bytes("").tag(0);
        layout.tag(1).bytes("a b").tag(1).bytes("é&=");
        layout.tag(1).bytes("c").tag(0);
        layout.tag(1).bytes("d").tag(1).bytes("");

        assertThat(fingerprinter.fingerprint(form("d=&c&&a+b=%c3%A9%26=")))
                .isEqualTo(layout.tag(0).fingerprint());
    }

    @Test
    void a_query_is_hashed_by_its_pairs_with_needless_escapes_undone() throws NoSuchAlgorithmException {
        Layout layout = Layout.start("/orders").tag(2);
        layout.tag(1).bytes("a+b").tag(1).bytes("A%2C+%C3%A9");
        layout.tag(1).bytes("c").tag(0);

        assertThat(fingerprinter.fingerprint(query("%63&a+b=%41%2c+%c3%a9")))
                .isEqualTo(layout.tag(0).tag(0).tag(0).tag(1).fingerprint());
    }

    @Test
    void a_query_that_cannot_be_read_is_hashed_as_it_stands() throws NoSuchAlgorithmException {
        for (String query : List.of("%4", "é=1", "%ff=1")) {
            assertThat(fingerprinter.fingerprint(query(query)))
                    .isEqualTo(Layout.start("/orders")
                            .tag(1)
                            .text(query)
                            .tag(0)
                            .tag(0)
                            .tag(1)
                            .fingerprint());
        }
    }

    @Test
    void parameters_of_the_media_type_are_hashed_by_name() throws NoSuchAlgorithmException {
        Layout layout =
                Layout.start("/orders").tag(0).tag(0).tag(2).text("text/plain").number(2);
        layout.text("charset").text("us-ascii").text("format").text("Flowed");

        assertThat(fingerprinter.fingerprint(content("Text/Plain; FORMAT=Flowed; charset=US-ASCII", new byte[] {'x'})))
                .isEqualTo(layout.tag(2).bytes("x").fingerprint());
    }

    @Test
    void a_media_type_that_cannot_be_read_is_hashed_as_it_stands() throws NoSuchAlgorithmException {
        assertThat(fingerprinter.fingerprint(content("Text", new byte[] {'x'})))
                .isEqualTo(Layout.start("/orders")
                        .tag(0)
                        .tag(0)
                        .tag(1)
                        .text("Text")
                        .tag(2)
                        .bytes("x")
                        .fingerprint());
    }

    @Test
    void multipart_is_hashed_by_its_parts() throws NoSuchAlgorithmException {
        List<Part> parts =
                List.of(new Part("a", "x.txt", "text/plain", bytes("12")), new Part("é", null, null, bytes("")));
        Layout layout = Layout.ofType("multipart/form-data").tag(5);
        layout.tag(1).text("a").text("x.txt").text("text/plain").bytes("12");
        layout.tag(1).text("é").tag(0).tag(0).bytes("");

        assertThat(fingerprinter.fingerprint(new RequestContent(
                        "POST", "/orders", null, "multipart/form-data; boundary=1", RequestBody.of(parts))))
                .isEqualTo(layout.tag(0).fingerprint());
    }

    @Test
    void what_stands_around_parts_and_more_than_their_usual_headers_are_hashed() throws NoSuchAlgorithmException {
        List<Part> parts = List.of(new Part("a", null, null, "X-More:1\n", bytes("1")));
        Layout layout = Layout.ofType("multipart/form-data").tag(5).tag(3).bytes("before");
        layout.tag(2).text("X-More:1\n").text("a").tag(0).tag(0).bytes("1");
        layout.tag(4).bytes("after");

        assertThat(fingerprinter.fingerprint(new RequestContent(
                        "POST",
                        "/orders",
                        null,
                        "multipart/form-data; boundary=1",
                        new RequestBody.Multipart(bytes("before"), parts, bytes("after")))))
                .isEqualTo(layout.tag(0).fingerprint());
    }

    @Test
    void an_encoded_body_is_hashed_as_it_stands_after_its_encoding() throws NoSuchAlgorithmException {
        assertThat(fingerprinter.fingerprint(
                        new RequestContent("POST", "/orders", null, "application/json", "gzip", bytes("{} "))))
                .isEqualTo(Layout.ofType("application/json")
                        .tag(6)
                        .text("gzip")
                        .tag(2)
                        .bytes("{} ")
                        .fingerprint());
    }

    @Test
    void a_runtime_without_the_algorithm_is_named_as_such() {
        assertThatIllegalStateException()
                .isThrownBy(() -> new HashInput("SHA-0"))
                .withMessage("This Java runtime has no SHA-0")
                .withCauseInstanceOf(NoSuchAlgorithmException.class);
    }

    private static RequestBody.Bytes bytes(String text) {
        return RequestBody.of(text.getBytes(StandardCharsets.UTF_8));
    }
}
