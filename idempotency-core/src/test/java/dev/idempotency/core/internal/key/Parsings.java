package dev.idempotency.core.internal.key;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idempotency.core.key.IdempotencyKey;
import java.util.List;

/** Short words for what the tests of this package expect of a parsing. */
final class Parsings {
    private Parsings() {}

    static KeyParseResult present(String key) {
        return new KeyParseResult.Present(new IdempotencyKey(key));
    }

    static KeyRefusal.Kind refusalOf(KeyParser parser, String line) {
        return refusalOf(parser, List.of(line));
    }

    static KeyRefusal.Kind refusalOf(KeyParser parser, List<String> lines) {
        KeyParseResult parsing = parser.parse(lines);
        assertThat(parsing).isInstanceOf(KeyParseResult.Refused.class);
        return ((KeyParseResult.Refused) parsing).reason().kind();
    }
}
