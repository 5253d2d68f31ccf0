package dev.idempotency.core.internal.fingerprint.json;

import static dev.idempotency.core.fingerprint.Contents.canonical;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CanonicalJsonTest {

    /** What may lie around a slice of a buffer. */
    private static final String[] AROUND = {"", "0", "\"", " ", "}", "]", ",", "e", "l", "\\"};

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "{",
                "[",
                "\"",
                "}",
                "]",
                ",",
                ":",
                "{]",
                "[}",
                "{,}",
                "[,]",
                "[1,]",
                "[,1]",
                "[1 2]",
                "[1;2]",
                "{1:2}",
                "{a:1}",
                "{'a'}",
                "{'a':}",
                "{'a',1}",
                "{'a':1,}",
                "{,'a':1}",
                "{'a':1 'b':2}",
                "{'a':1;'b':2}",
                "{'a' 1}",
                "{'a'::1}",
                "{'a':1]",
                "[1}",
                "[[1]",
                "{'a':{}",
                "1 2",
                "1,",
                "[]]",
                "{}}",
                "[][]",
                "tru",
                "trux",
                "truee",
                "True",
                "fals",
                "falsy",
                "flase",
                "nul",
                "nulx",
                "nulll",
                "none",
                "t",
                "f",
                "n",
                "+1",
                ".5",
                "01",
                "1.",
                "1e",
                "-",
                "NaN",
                "Infinity",
                "'a",
                "'\\x'",
                "'\u0000'",
                "'\t'",
                "'\\ud800'",
                "{'\\ud800':1}",
                "{'a",
                "{'a\\",
                "{'a\\q':1}",
                "{'a':1,'a':1}",
                "{'b':1,'a':2,'b':3}",
                "{'b':1,'b':2,'a':3}",
                "{'a':1,'\\u0061':2}",
                "{'b':1,'a':2,'\\u0062':3}",
                "[{'b':1,'a':{'x':1,'x':2}}]",
                "/**/1",
                "1//",
                "\u00a01",
                "\u000b1",
                "\f1",
                "\b1",
                "\u001f1",
                "!1",
                "[1,\u00002]"
            })
    void what_is_not_strictly_json_or_is_ambiguous_has_no_canonical_text(String text) {
        for (String around : AROUND) {
            assertThat(slice(text.replace('\'', '"'), around)).isNull();
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{}|{}",
                "[]|[]",
                "''|''",
                "true|true",
                "false|false",
                "null|null",
                "0|0",
                "[true,false,null]|[true,false,null]",
                "[[],{},[[]]]|[[],{},[[]]]",
                "{'a':{}}|{'a':{}}",
                "{'':1}|{'':1}",
                "{'b':1,'':2}|{'':2,'b':1}",
                "{'b':1,'a':2}|{'a':2,'b':1}",
                "{'ab':1,'a':2}|{'a':2,'ab':1}",
                "{'abcde':1,'abcd':2}|{'abcd':2,'abcde':1}",
                "{'abcdf':1,'abcde':2}|{'abcde':2,'abcdf':1}",
                "{'\\u0062':1,'a':2}|{'a':2,'b':1}",
                "{'b':1,'\\u0061':2}|{'a':2,'b':1}",
                "{'\\u0062bcdX':1,'\\u0062bcdA':2,'\\u0061':0}|{'a':0,'bbcdA':2,'bbcdX':1}",
                "{'\\u0062bcdX':1,'bbcdA':2}|{'bbcdA':2,'bbcdX':1}",
                "{'bbcdX':1,'\\u0062bcdA':2}|{'bbcdA':2,'bbcdX':1}",
                "{'a\\n':1,'a':2}|{'a':2,'a\\n':1}",
                "[{'b':1,'a':2},{'b':3,'a':4},{'a':5,'b':6}]|[{'a':2,'b':1},{'a':4,'b':3},{'a':5,'b':6}]",
                "[{'b':1,'a':2},{'d':3,'c':4}]|[{'a':2,'b':1},{'c':4,'d':3}]",
                "[{'c':1,'b':2,'a':3},{'b':4,'c':5,'a':6}]|[{'a':3,'b':2,'c':1},{'a':6,'b':4,'c':5}]",
                "{'c':{'z':1,'y':2},'b':[{'z':1,'y':2}],'a':0}|{'a':0,'b':[{'y':2,'z':1}],'c':{'y':2,'z':1}}",
                "{'a':{'z':1,'y':{'d':1,'c':2}},'b':1}|{'a':{'y':{'c':2,'d':1},'z':1},'b':1}",
                "{'😀':1,'\uffff':2,'é':3}|{'é':3,'😀':1,'\uffff':2}"
            })
    void a_document_has_one_canonical_text_wherever_it_lies(String json, String expected) {
        String text = json.replace('\'', '"');
        String canonical = expected.replace('\'', '"');
        for (String around : AROUND) {
            assertThat(slice(text, around)).isEqualTo(canonical);
        }
        assertThat(canonical(" \t\r\n" + text + " \t\r\n")).isEqualTo(canonical);
        assertThat(canonical(text.replaceAll("([:,{}\\[\\]])", "\n $1\t\r"))).isEqualTo(canonical);
    }

    @Test
    void nesting_is_bounded() {
        assertThat(canonical("[".repeat(512) + "]".repeat(512))).isNotNull();
        assertThat(canonical("[".repeat(513) + "]".repeat(513))).isNull();
        assertThat(canonical("[".repeat(513) + "]".repeat(512))).isNull();
        assertThat(canonical("{\"a\":".repeat(513) + "1" + "}".repeat(512))).isNull();
        assertThat(canonical("{\"a\":".repeat(512) + "1" + "}".repeat(512))).isNotNull();
        assertThat(canonical("{\"a\":".repeat(513) + "1" + "}".repeat(513))).isNull();
        assertThat(canonical("[[]" + ",[]".repeat(600) + "]")).isNotNull();
    }

    @Test
    void length_is_bounded() {
        byte[] body = new byte[CanonicalJson.MAX_LENGTH + 2];
        Arrays.fill(body, (byte) ' ');
        body[1] = '7';

        assertThat(CanonicalJson.of(body, 1, body.length, IgnoredMembers.NONE)).isNull();
        assertThat(CanonicalJson.of(body, 1, body.length - 1, IgnoredMembers.NONE).length)
                .isEqualTo(1);
    }

    @Test
    void a_body_that_is_canonical_already_is_left_as_it_is() {
        byte[] body = "{\"a\":1}".getBytes(StandardCharsets.UTF_8);

        assertThat(CanonicalJson.of(body, 0, body.length, IgnoredMembers.NONE).bytes)
                .isSameAs(body)
                .asString(StandardCharsets.UTF_8)
                .isEqualTo("{\"a\":1}");
    }

    private static String slice(String json, String around) {
        byte[] bytes = (around + json + around).getBytes(StandardCharsets.UTF_8);
        int before = around.length();
        GrowingBytes text = CanonicalJson.of(bytes, before, bytes.length - before, IgnoredMembers.NONE);
        return text == null ? null : new String(text.bytes, 0, text.length, StandardCharsets.UTF_8);
    }
}
