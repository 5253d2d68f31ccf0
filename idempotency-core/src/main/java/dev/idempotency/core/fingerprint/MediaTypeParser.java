package dev.idempotency.core.fingerprint;

import java.util.Locale;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Reads {@code type "/" subtype *( OWS ";" OWS [ name "=" ( token / quoted-string ) ] )} of RFC 9110. */
final class MediaTypeParser {

    private static final String TOKEN_SYMBOLS = "!#$%&'*+-.^_`|~";

    private final String text;
    private int position;

    MediaTypeParser(String text) {
        this.text = text;
    }

    @Nullable MediaType parse() {
        skipSpace();
        String type = token();
        String subtype = type != null && skip('/') ? token() : null;
        SortedMap<String, String> parameters = subtype != null ? parameters() : null;
        return parameters != null ? new MediaType(lower(type + "/" + subtype), parameters) : null;
    }

    private @Nullable SortedMap<String, String> parameters() {
        SortedMap<String, String> parameters = new TreeMap<>();
        skipSpace();
        while (position < text.length()) {
            if (!skip(';')) {
                return null;
            }
            skipSpace();
            if (position < text.length() && text.charAt(position) != ';' && !parameter(parameters)) {
                return null;
            }
            skipSpace();
        }
        return parameters;
    }

    private boolean parameter(SortedMap<String, String> parameters) {
        String name = token();
        if (name == null || !skip('=')) {
            return false;
        }
        String value = skip('"') ? quoted() : token();
        if (value == null) {
            return false;
        }
        boolean caseMatters = !name.equalsIgnoreCase(MediaType.CHARSET);
        return parameters.putIfAbsent(lower(name), caseMatters ? value : lower(value)) == null;
    }

    private @Nullable String quoted() {
        StringBuilder value = new StringBuilder();
        while (!skip('"')) {
            skip('\\');
            if (position == text.length()) {
                return null;
            }
            value.append(text.charAt(position++));
        }
        return value.toString();
    }

    private @Nullable String token() {
        int start = position;
        while (position < text.length() && isTokenCharacter(text.charAt(position))) {
            position++;
        }
        return position > start ? text.substring(start, position) : null;
    }

    private boolean skip(char expected) {
        if (position < text.length() && text.charAt(position) == expected) {
            position++;
            return true;
        }
        return false;
    }

    private void skipSpace() {
        while (position < text.length() && (text.charAt(position) == ' ' || text.charAt(position) == '\t')) {
            position++;
        }
    }

    private static String lower(String text) {
        return text.toLowerCase(Locale.ROOT);
    }

    private static boolean isTokenCharacter(char c) {
        return (c >= 'a' && c <= 'z')
                || (c >= 'A' && c <= 'Z')
                || (c >= '0' && c <= '9')
                || TOKEN_SYMBOLS.indexOf(c) >= 0;
    }
}
