package dev.idempotency.core.fingerprint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MediaTypeTest {

    @ParameterizedTest
    @CsvSource({
        "application/json, application/json",
        "Application/JSON, application/json",
        "' \tapplication/json \t', application/json",
        "application/json;, application/json",
        "application/json ; ; , application/json",
        "application/vnd.api+json, application/vnd.api+json",
        "azAZ09!#$%&'*+-.^_`|~/x, azaz09!#$%&'*+-.^_`|~/x"
    })
    void a_type_without_parameters_is_its_essence(String contentType, String essence) {
        MediaType type = MediaType.parse(contentType);

        assertThat(type).isNotNull();
        assertThat(type.essence()).isEqualTo(essence);
        assertThat(type.parameters()).isEmpty();
    }

    @Test
    void parameters_have_names_in_lower_case_and_values_without_quotes() {
        assertThat(parameters("a/b;C=D")).containsExactly(entry("c", "D"));
        assertThat(parameters("a/b \t;\t z=1 ;;\ty=\"a \\\"b\\\\ ;=\"\t; x=\"\" ;"))
                .containsExactly(entry("x", ""), entry("y", "a \"b\\ ;="), entry("z", "1"));
        assertThat(parameters("a/b;Charset=UTF-8")).containsExactly(entry("charset", "utf-8"));
        assertThat(parameters("a/b;charset=\"UTF-8\"")).containsExactly(entry("charset", "utf-8"));
        assertThat(parameters("a/b;boundary=\"Ab\"")).containsExactly(entry("boundary", "Ab"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "a",
                "a/",
                "/b",
                "a/b/c",
                "a b",
                "a/b c",
                "a/b,c/d",
                "a /b",
                "a/ b",
                "a/b;c",
                "a/b;c=",
                "a/b;=d",
                "a/b;c d",
                "a/b;c =d",
                "a/b c=d",
                "a/b;c\"d\"",
                "a/b;c= d",
                "a/b;c=\"d",
                "a/b;c=\"d\\",
                "a/b;c=\"d\\\"",
                "a/b;c=\"d\"e",
                "a/b;c=d=e",
                "a/b;c=1;C=1",
                "a/b;c=1;c=2",
                "é/b",
                "a/b;c=é",
                "a@b/c",
                "a[b/c",
                "a{b/c",
                "a:b/c",
                "a,b/c"
            })
    void what_is_no_media_type_or_says_a_thing_twice_is_not_taken_for_one(String contentType) {
        assertThat(MediaType.parse(contentType)).isNull();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "application/json",
                "text/json",
                "application/problem+json",
                "application/json;charset=utf-8",
                "application/json;charset=\"UTF8\"",
                "application/json;profile=x"
            })
    void json_is_known_by_its_type_or_suffix(String contentType) {
        assertThat(MediaType.parse(contentType)).matches(MediaType::isJson).matches(type -> !type.isForm());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "application/json;charset=utf-16",
                "application/json-seq",
                "text/x+json",
                "application/jsonp",
                "text/plain",
                "application/x-www-form-urlencoded;charset=iso-8859-1"
            })
    void anything_else_is_neither_json_nor_a_form(String contentType) {
        assertThat(MediaType.parse(contentType)).matches(type -> !type.isJson()).matches(type -> !type.isForm());
    }

    @Test
    void a_form_is_known_by_its_type() {
        assertThat(MediaType.parse("application/x-www-form-urlencoded; charset=UTF-8"))
                .matches(MediaType::isForm)
                .matches(type -> !type.isJson());
    }

    @ParameterizedTest
    @CsvSource({
        "application/json;charset=utf-8, application/json, true",
        "application/json;charset=utf-8;v=1, application/json;v=1, true",
        "application/json;v=2, application/json;v=1, false",
        "application/json;charset=utf-16, application/json, false",
        "application/json;boundary=a, application/json;boundary=b, false",
        "text/plain;charset=utf-8, text/plain, false",
        "text/plain;b=1;a=2, text/plain;a=2;b=1, true",
        "text/plain;a=b;c=d, text/plain;a=b, false",
        "text/plain;a=bc, text/plain;ab=c, false"
    })
    void a_parameter_counts_unless_it_is_known_not_to_matter(String one, String other, boolean same) {
        Fingerprinter fingerprinter = new CanonicalFingerprinter();
        byte[] body = {'1'};

        assertThat(fingerprinter
                        .fingerprint(Contents.content(one, body))
                        .equals(fingerprinter.fingerprint(Contents.content(other, body))))
                .isEqualTo(same);
    }

    private static Map<String, String> parameters(String contentType) {
        return MediaType.parse(contentType).parameters();
    }
}
