package dev.idempotency.core.record;

import java.util.Objects;

/** One header line of a recorded answer. Neither name nor value can break out of its line. */
public record Header(String name, String value) {

    public Header {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(value, "value");
        if (name.isEmpty() || !name.chars().allMatch(Header::isNameCharacter)) {
            throw new IllegalArgumentException("A header name must consist of visible ASCII without ':'");
        }
        if (value.chars().anyMatch(Header::breaksLine)) {
            throw new IllegalArgumentException("The value of header " + name + " contains CR, LF or NUL");
        }
    }

    private static boolean isNameCharacter(int character) {
        return character > 0x20 && character < 0x7f && character != ':';
    }

    private static boolean breaksLine(int character) {
        return character == '\r' || character == '\n' || character == 0;
    }

    /** The name alone, as a value may be confidential. */
    @Override
    public String toString() {
        return name + ": …";
    }
}
