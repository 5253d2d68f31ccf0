package dev.idempotency.core.internal.key;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idempotency.core.fuzz.Fuzzing;
import dev.idempotency.core.key.IdempotencyKey;
import dev.idempotency.core.key.KeySyntax;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class KeyParserFuzzTest {

    private final KeyParser lenient = new KeyParser(KeySyntax.LENIENT);
    private final KeyParser strict = new KeyParser(KeySyntax.STRICT);

    @Test
    void every_line_is_a_key_or_refused_and_a_key_is_read_back_from_what_it_is_written_as() {
        Fuzzing.of("keys", input -> {
            String line = new String(input, StandardCharsets.ISO_8859_1);
            KeyParseResult parsed = lenient.parse(List.of(line));

            if (strict.parse(List.of(line)) instanceof KeyParseResult.Present both) {
                assertThat(parsed).isEqualTo(both);
            }
            if (parsed instanceof KeyParseResult.Present present) {
                assertReadBack(present.key());
            } else {
                assertThat(parsed).isInstanceOf(KeyParseResult.Refused.class);
            }
        });
    }

    private void assertReadBack(IdempotencyKey key) {
        String value = key.value();
        KeyParseResult same = new KeyParseResult.Present(key);
        String quoted = '"' + value.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
        assertThat(strict.parse(List.of(quoted))).isEqualTo(same);
        assertThat(lenient.parse(List.of("  " + quoted + ";a=1;b "))).isEqualTo(same);
        if (!value.startsWith("\"") && value.indexOf(' ') < 0) {
            assertThat(lenient.parse(List.of(value))).isEqualTo(same);
        }
    }
}
