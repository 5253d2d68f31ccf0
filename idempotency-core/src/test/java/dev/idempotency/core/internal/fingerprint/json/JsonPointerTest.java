package dev.idempotency.core.internal.fingerprint.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class JsonPointerTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "/id | {\"id\":7} | 7",
                "/id | { \"z\" : [1,{\"id\":9}], \"id\" : 7.0 } | 7",
                "/id | {\"a\":{\"id\":1},\"b\":\"}\\\"{\",\"id\":\"7\"} | 7",
                "/order/id | {\"order\":{\"x\":[[],{}],\"id\":true}} | true",
                "/1/id | [{\"id\":1},{\"id\":2}] | 2",
                "/a~1b/~0 | {\"a/b\":{\"~\":\"x\"}} | x",
                "/ | {\"\":3} | 3"
            })
    void it_finds_what_the_document_says(String pointer, String document, String text) {
        assertThat(find(pointer, document)).contains(text);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}", "{\"order\":7}", "{\"order\":{}}", "{\"order\":{\"id\":null}}", "{\"order\":{\"id\":{}}}",
                "{\"order\":{\"id\":[1]}}", "{\"order\":{\"id\":1,\"id\":2}}", "{\"order\":{\"id\":1}", "7", "\"x\"",
                "[{\"id\":1}]", "", "{\"order\":{\"ID\":1}}"
            })
    void what_is_not_there_is_not_found(String document) {
        assertThat(find("/order/id", document)).isEmpty();
    }

    @Test
    void escapes_are_read_as_what_they_mean() {
        assertThat(find("/id", "{\"id\":\"\\u00e4\\n\\\\\\u0001\\\"\"}")).contains("ä\n\\\u0001\"");
    }

    @Test
    void an_index_is_a_number_without_leading_zeros() {
        assertThat(find("/01", "[1,2]")).isEmpty();
        assertThat(find("/2", "[1,2]")).isEmpty();
        assertThat(find("/-", "[1,2]")).isEmpty();
        assertThat(find("/0", "[1,2]")).contains("1");
    }

    @Test
    void a_pointer_begins_with_a_slash() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> JsonPointer.parse("id"))
                .withMessageContaining("'id'");
    }

    private static Optional<String> find(String pointer, String document) {
        return JsonPointer.parse(pointer).textIn(document.getBytes(StandardCharsets.UTF_8));
    }
}
