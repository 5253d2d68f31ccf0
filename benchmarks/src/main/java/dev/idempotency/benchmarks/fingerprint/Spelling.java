package dev.idempotency.benchmarks.fingerprint;

/** How a client writes its JSON. Both leave members in the order of its own classes, which is not the canonical one. */
public enum Spelling {
    /** Without white space, as libraries write it. */
    COMPACT("", ""),
    /** A line for each member, as people write it. */
    INDENTED("\n    ", " ");

    private final String beforeName;
    private final String beforeValue;

    Spelling(String beforeName, String beforeValue) {
        this.beforeName = beforeName;
        this.beforeValue = beforeValue;
    }

    String member(String name, String value) {
        return beforeName + '"' + name + "\":" + beforeValue + value;
    }
}
