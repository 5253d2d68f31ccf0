package dev.idempotency.spring.internal.problem;

/** A flat JSON object in the making. Small enough to need no library, whose settings an application may have changed. */
final class JsonText {

    private final StringBuilder text = new StringBuilder(256).append('{');

    JsonText add(String name, String value) {
        return name(name).quoted(value);
    }

    JsonText add(String name, int value) {
        name(name).text.append(value);
        return this;
    }

    JsonText add(String name, boolean value) {
        name(name).text.append(value);
        return this;
    }

    String end() {
        return text.append('}').toString();
    }

    private JsonText name(String name) {
        if (text.length() > 1) {
            text.append(',');
        }
        quoted(name).text.append(':');
        return this;
    }

    private JsonText quoted(String value) {
        text.append('"');
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            if (c == '"' || c == '\\') {
                text.append('\\').append(c);
            } else if (c < 0x20) {
                text.append("\\u00").append(Character.forDigit(c >> 4, 16)).append(Character.forDigit(c & 0xf, 16));
            } else {
                text.append(c);
            }
        }
        text.append('"');
        return this;
    }
}
