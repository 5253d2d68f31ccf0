package dev.idempotency.benchmarks.fingerprint;

import java.util.Arrays;

/** How a client writes its JSON. Members come in the order of its own classes, unless it sorts them. */
public enum Spelling {
    /** Without white space, as libraries write it. */
    COMPACT("", ""),
    /** A line for each member, as people write it. */
    INDENTED("\n    ", " "),
    /** Canonical already: as {@link #COMPACT}, with the members of every object in order. */
    SORTED("", "");

    private final String beforeName;
    private final String beforeValue;

    Spelling(String beforeName, String beforeValue) {
        this.beforeName = beforeName;
        this.beforeValue = beforeValue;
    }

    String object(String... members) {
        if (this == SORTED) {
            Arrays.sort(members);
        }
        return "{" + String.join(",", members) + "}";
    }

    String member(String name, String value) {
        return beforeName + '"' + name + "\":" + beforeValue + value;
    }
}
