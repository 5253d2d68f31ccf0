package dev.idempotency.core.internal.template;

import dev.idempotency.core.template.ValueCodec;
import java.lang.reflect.Type;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * For applications without a JSON library: texts, whole numbers, booleans and nothing at all. Anything else needs Jackson, or a
 * codec of the application.
 */
public final class PlainValueCodec implements ValueCodec {

    private static final String NULL = "null";

    private static final Map<Class<?>, Function<String, Object>> UNQUOTED = Map.of(
            Boolean.class, PlainValueCodec::truth,
            Integer.class, Integer::valueOf,
            Long.class, Long::valueOf);

    @Override
    public byte[] write(@Nullable Object value, Type type) {
        if (value instanceof String text) {
            return ('"' + escaped(text) + '"').getBytes(StandardCharsets.UTF_8);
        }
        if (value == null || UNQUOTED.containsKey(value.getClass())) {
            return String.valueOf(value).getBytes(StandardCharsets.UTF_8);
        }
        throw needsJackson(value.getClass());
    }

    @Override
    public @Nullable Object read(byte[] json, Type type) throws CharacterCodingException {
        String text = StandardCharsets.UTF_8
                .newDecoder()
                .decode(ByteBuffer.wrap(json))
                .toString();
        if (text.equals(NULL)) {
            return null;
        }
        if (type == String.class) {
            return unescaped(text);
        }
        Function<String, Object> reader = type instanceof Class<?> known ? UNQUOTED.get(known) : null;
        if (reader == null) {
            throw needsJackson(type);
        }
        return reader.apply(text);
    }

    private static boolean truth(String text) {
        if (!text.equals("true") && !text.equals("false")) {
            throw new IllegalArgumentException("Neither true nor false");
        }
        return text.equals("true");
    }

    private static String escaped(String text) {
        StringBuilder json = new StringBuilder();
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '"' || c == '\\') {
                json.append('\\').append(c);
            } else if (c < ' ' || Character.isSurrogate(c)) {
                json.append("\\u%04x".formatted((int) c));
            } else {
                json.append(c);
            }
        }
        return json.toString();
    }

    /** What {@link #escaped} has made, and the short escapes of others. */
    private static String unescaped(String json) {
        if (json.length() < 2 || json.charAt(0) != '"' || json.charAt(json.length() - 1) != '"') {
            throw new IllegalArgumentException("Not a text");
        }
        String escaped = json.substring(1, json.length() - 1);
        StringBuilder text = new StringBuilder();
        int at = 0;
        while (at < escaped.length()) {
            if (escaped.charAt(at) != '\\') {
                text.append(escaped.charAt(at));
                at++;
            } else if (escaped.charAt(at + 1) == 'u') {
                text.append((char) Integer.parseInt(escaped, at + 2, at + 6, 16));
                at += 6;
            } else {
                text.append(unescaped(escaped.charAt(at + 1)));
                at += 2;
            }
        }
        return text.toString();
    }

    private static char unescaped(char escape) {
        return switch (escape) {
            case '"', '\\', '/' -> escape;
            case 'n' -> '\n';
            case 't' -> '\t';
            case 'r' -> '\r';
            case 'b' -> '\b';
            case 'f' -> '\f';
            default -> throw new IllegalArgumentException("No such escape");
        };
    }

    private static IllegalArgumentException needsJackson(Type type) {
        return new IllegalArgumentException("A value of " + type.getTypeName()
                + " needs a JSON library: add Jackson, or a ValueCodec of your own. Without them there are String, Integer,"
                + " Long and Boolean");
    }
}
