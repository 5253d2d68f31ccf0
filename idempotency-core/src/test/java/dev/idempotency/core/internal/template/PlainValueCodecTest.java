package dev.idempotency.core.internal.template;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.json.JsonMapper;

class PlainValueCodecTest {

    private final PlainValueCodec codec = new PlainValueCodec();

    @ParameterizedTest
    @ValueSource(
            strings = {"", "plain", "\"quoted\" and \\", "line\nbreak\ttab\u0000\u001f", "grün 💚", "\ud800", "null"})
    void a_text_comes_back_and_is_json(String text) throws Exception {
        byte[] json = codec.write(text, String.class);

        assertThat(codec.read(json, String.class)).isEqualTo(text);
        assertThat(JsonMapper.shared().readValue(json, String.class)).isEqualTo(text);
        assertThat(codec.read(JsonMapper.shared().writeValueAsBytes(text), String.class))
                .isEqualTo(text);
    }

    @Test
    void numbers_and_booleans_and_nothing_come_back() throws Exception {
        for (Object value : List.of(1, -4711L, Long.MAX_VALUE, true, false)) {
            assertThat(codec.read(codec.write(value, value.getClass()), value.getClass()))
                    .isEqualTo(value);
        }
        assertThat(codec.read(codec.write(null, Long.class), Long.class)).isNull();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "x", "\"", "\"a", "\"\\u12\"", "\"\\x\"", "\"\\\"", "1", "{}"})
    void what_is_no_text_is_not_read_as_one(String json) {
        assertThatThrownBy(() -> codec.read(json.getBytes(StandardCharsets.UTF_8), String.class))
                .isInstanceOf(RuntimeException.class);
    }

    @Test
    void what_is_of_another_type_is_not_read() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> codec.read("yes".getBytes(StandardCharsets.UTF_8), Boolean.class));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> codec.read("\"1\"".getBytes(StandardCharsets.UTF_8), Integer.class));
    }

    @Test
    void everything_else_needs_a_library() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> codec.write(List.of(), List.class))
                .withMessageContaining("add Jackson");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> codec.read(new byte[] {'[', ']'}, List.class))
                .withMessageContaining("add Jackson");
    }
}
