package dev.idempotency.core.fingerprint;

import static dev.idempotency.core.fingerprint.Contents.content;
import static dev.idempotency.core.fingerprint.Contents.form;
import static dev.idempotency.core.fingerprint.Contents.json;
import static dev.idempotency.core.fingerprint.Contents.query;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.idempotency.core.fingerprint.RequestBody.Part;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** When two requests are the same request. */
class SameOrDifferentTest {

    private final Fingerprinter fingerprinter = new CanonicalFingerprinter();

    @ParameterizedTest(name = "{0}: same")
    @MethodSource
    void same(String what, RequestContent one, RequestContent other) {
        assertThat(fingerprinter.fingerprint(one)).isEqualTo(fingerprinter.fingerprint(other));
    }

    static Stream<Arguments> same() {
        return Stream.of(
                jsons("order of members", "{\"a\":1,\"b\":2}", "{\"b\":2,\"a\":1}"),
                jsons("order of nested members", "[{\"x\":{\"a\":1,\"b\":2}}]", "[{\"x\":{\"b\":2,\"a\":1}}]"),
                jsons("white space", "{\"a\":[1,2]}", " {\t\"a\" :\r\n[ 1 , 2 ] }\n"),
                jsons("an escaped letter", "\"\\u0041\"", "\"A\""),
                jsons("an escaped letter in a name", "{\"\\u0041\":1,\"B\":2}", "{\"B\":2,\"A\":1}"),
                jsons("an escaped slash", "\"\\/\"", "\"/\""),
                jsons("an escaped pair of surrogates", "\"\\ud83d\\ude00\"", "\"😀\""),
                jsons("the case of an escape", "\"\\u00E9\"", "\"\\u00e9\""),
                jsons("1 and 1.0", "1", "1.0"),
                jsons("1 and 1e0", "1", "1e0"),
                jsons("1 and 10e-1", "1", "10E-1"),
                jsons("-0 and 0", "-0", "0"),
                jsons("0 and 0.0e5", "0", "0.0e5"),
                jsons("100 and 1e2", "100", "1e2"),
                jsons("1e2 and 1E+02", "1e2", "1E+02"),
                jsons("0.5 and 5e-1", "0.5", "5e-1"),
                jsons("large and small exponents", "1.50e300", "15e299"),
                arguments(
                        "the type's case and charset of JSON",
                        content("application/json", bytes("{}")),
                        content("Application/JSON; charset=utf-8", bytes("{}"))),
                arguments(
                        "a boundary that changes with every attempt",
                        multipart("multipart/form-data; boundary=one", part("f", "a.txt", "text/plain", "x")),
                        multipart("multipart/form-data; boundary=two", part("f", "a.txt", "text/plain", "x"))),
                arguments("order of form names", form("a=1&b=2"), form("b=2&a=1")),
                arguments("spelling of form values", form("a=%41+%62"), form("a=A%20b")),
                arguments("order of query names", query("a=1&b=2"), query("b=2&a=1")),
                arguments("escapes of unreserved characters in the query", query("a=%41"), query("a=A")));
    }

    @ParameterizedTest(name = "{0}: different")
    @MethodSource
    void different(String what, RequestContent one, RequestContent other) {
        assertThat(fingerprinter.fingerprint(one)).isNotEqualTo(fingerprinter.fingerprint(other));
    }

    static Stream<Arguments> different() {
        return Stream.of(
                jsons("neighbours beyond a double", "9007199254740992", "9007199254740993"),
                jsons("large doubles", "1.5e300", "1.7e300"),
                jsons("0.1 and its double", "0.1", "0.10000000000000000555"),
                jsons("signs", "1", "-1"),
                jsons("powers of ten", "1e2", "1e3"),
                jsons("number and text", "1", "\"1\""),
                jsons("added member", "{\"a\":1}", "{\"a\":1,\"b\":2}"),
                jsons("removed member", "{\"a\":1,\"b\":2}", "{\"b\":2}"),
                jsons("changed member", "{\"a\":1}", "{\"a\":2}"),
                jsons("renamed member", "{\"a\":1}", "{\"b\":1}"),
                jsons("member moved into a nested object", "{\"a\":{},\"b\":1}", "{\"a\":{\"b\":1}}"),
                jsons("order of an array", "[1,2]", "[2,1]"),
                jsons("nesting of an array", "[[1],2]", "[[1,2]]"),
                jsons("duplicate member and its last value", "{\"a\":1,\"a\":2}", "{\"a\":2}"),
                jsons("duplicate member and its first value", "{\"a\":1,\"a\":2}", "{\"a\":1}"),
                jsons("duplicate by escape", "{\"a\":1,\"\\u0061\":2}", "{\"a\":2}"),
                jsons("duplicate members in another order", "{\"a\":1,\"a\":2}", "{\"a\":2,\"a\":1}"),
                jsons("lone surrogate and question mark", "\"\\ud800\"", "\"?\""),
                jsons("lone surrogate and replacement character", "\"\\ud800\"", "\"\ufffd\""),
                jsons("two lone surrogates", "\"\\ud800\"", "\"\\ud801\""),
                jsons("null member and absent member", "{\"a\":null}", "{}"),
                jsons("null, false, zero and empty", "null", "false"),
                jsons("false and zero", "false", "0"),
                jsons("empty string and null", "\"\"", "null"),
                jsons("composed and decomposed letters", "\"\u00e9\"", "\"e\u0301\""),
                jsons("JSON and its own canonical text in a string", "{\"a\":1}", "\"{\\\"a\\\":1}\""),
                jsons("white space inside a string", "\"a b\"", "\"a  b\""),
                jsons("truncated and whole", "{\"a\":1", "{\"a\":1}"),
                jsons("trailing comma", "[1,]", "[1]"),
                jsons("leading zero", "[01]", "[1]"),
                jsons("two documents", "1 2", "12"),
                jsons("empty and null", "", "null"),
                jsons("byte order mark", "\ufeff{}", "{}"),
                arguments(
                        "other method",
                        new RequestContent("POST", "/orders", null, null, RequestBody.EMPTY),
                        new RequestContent("PATCH", "/orders", null, null, RequestBody.EMPTY)),
                arguments(
                        "other path",
                        new RequestContent("POST", "/orders/1", null, null, RequestBody.EMPTY),
                        new RequestContent("POST", "/orders/2", null, null, RequestBody.EMPTY)),
                arguments(
                        "delimiters moved between path and query",
                        new RequestContent("POST", "/a", "b", null, RequestBody.EMPTY),
                        new RequestContent("POST", "/a?b", null, null, RequestBody.EMPTY)),
                arguments("other query", query("a=1"), query("a=2")),
                arguments("no query and an empty one", query(null), query("")),
                arguments("order within a name of the query", query("a=1&a=2"), query("a=2&a=1")),
                arguments("escaped delimiter in the query", query("a=1%26b=2"), query("a=1&b=2")),
                arguments("other media type", content("text/plain", bytes("1")), content("text/html", bytes("1"))),
                arguments("JSON and the same bytes as text", json("1"), content("text/plain", bytes("1"))),
                arguments("no media type", content(null, bytes("1")), content("text/plain", bytes("1"))),
                arguments("order within a name of a form", form("a=1&a=2"), form("a=2&a=1")),
                arguments("other form value", form("a=1"), form("a=2")),
                arguments("escaped delimiter in a form", form("a=1%26b=2"), form("a=1&b=2")),
                arguments("malformed escape in a form", form("a=%4"), form("a=%2504")),
                arguments(
                        "order of parts",
                        multipart("multipart/form-data", part("a", null, null, "1"), part("b", null, null, "2")),
                        multipart("multipart/form-data", part("b", null, null, "2"), part("a", null, null, "1"))),
                arguments(
                        "name of a part",
                        multipart("multipart/form-data", part("a", null, null, "1")),
                        multipart("multipart/form-data", part("b", null, null, "1"))),
                arguments(
                        "file name of a part",
                        multipart("multipart/form-data", part("a", "x", null, "1")),
                        multipart("multipart/form-data", part("a", "y", null, "1"))),
                arguments(
                        "no file name and an empty one",
                        multipart("multipart/form-data", part("a", null, null, "1")),
                        multipart("multipart/form-data", part("a", "", null, "1"))),
                arguments(
                        "type of a part",
                        multipart("multipart/form-data", part("a", "x", "text/plain", "1")),
                        multipart("multipart/form-data", part("a", "x", "text/html", "1"))),
                arguments(
                        "bytes moved between parts",
                        multipart("multipart/form-data", part("a", null, null, "12"), part("a", null, null, "3")),
                        multipart("multipart/form-data", part("a", null, null, "1"), part("a", null, null, "23"))));
    }

    @Test
    void a_slice_of_a_buffer_is_the_same_as_its_own_array() {
        byte[] buffer = bytes("xx{\"b\":1,\"a\":2}yy");
        RequestBody slice = RequestBody.of(buffer, 2, buffer.length - 4);

        assertThat(fingerprinter.fingerprint(new RequestContent("POST", "/orders", null, "application/json", slice)))
                .isEqualTo(fingerprinter.fingerprint(json("{\"a\":2,\"b\":1}")));
    }

    private static Arguments jsons(String what, String one, String other) {
        return arguments(what, json(one), json(other));
    }

    private static RequestContent multipart(String contentType, Part... parts) {
        return new RequestContent(
                "POST", "/orders", null, contentType, RequestBody.of(List.copyOf(Arrays.asList(parts))));
    }

    private static Part part(String name, String fileName, String contentType, String content) {
        return new Part(name, fileName, contentType, RequestBody.of(bytes(content)));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
