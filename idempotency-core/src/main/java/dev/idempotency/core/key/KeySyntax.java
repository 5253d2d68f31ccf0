package dev.idempotency.core.key;

/** Which spellings of a key are accepted. */
public enum KeySyntax {
    /** The quoted string of the IETF draft ({@code "abc"}) and the bare string of most clients ({@code abc}). */
    LENIENT,
    /** The quoted string only. */
    STRICT
}
