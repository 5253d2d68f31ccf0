package dev.idempotency.core.scope;

import dev.idempotency.core.internal.digest.Sha256;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The namespace of a caller's keys: two callers who send the same key never see each other's records. It comes from
 * what the server knows of the caller (user, tenant, and the route where that is wanted), never from a body.
 *
 * <p>A scope is a path of names, outermost first: {@code Scope.of("tenant-1").within("POST /orders")}. Different paths
 * have different {@linkplain #value() values}, whatever the names contain: a name's {@code |} and {@code \} are escaped
 * by a {@code \}, so that a plain {@code |} only ever stands between names. A value that would be longer than
 * {@value #MAX_LENGTH} characters is replaced by {@code |} and its SHA-256; as no name is empty, no path begins like
 * that. Names are compared character by character: no case folding, no Unicode normalisation.
 *
 * <p>A scope may name a person, so it appears neither in {@link #toString()} nor in an exception's message.
 */
public final class Scope {

    /** The most characters (UTF-16 code units) that a value has. */
    public static final int MAX_LENGTH = 255;

    /** The most characters of one name; room for an X.500 name, which may well be longer than a value. */
    public static final int MAX_NAME_LENGTH = 4096;

    private static final Pattern VALUE = Pattern.compile("""
        (?x)
        ( \\| [0-9a-f]{64}+ | (?: [^|\\\\] | \\\\[|\\\\] )++ )   # a hash, or the outermost name
        (?: \\| (?: [^|\\\\] | \\\\[|\\\\] )++ )*+               # further names
        """);

    private final String value;

    private Scope(String value) {
        this.value = value;
    }

    /**
     * The scope of a name.
     *
     * @throws IllegalArgumentException if the name is blank, longer than {@value #MAX_NAME_LENGTH} characters or not
     *     storable as text: a control character, a lone surrogate
     */
    public static Scope of(String name) {
        return new Scope(bounded(escaped(name)));
    }

    /**
     * The scope of a name inside this one.
     *
     * @throws IllegalArgumentException as {@link #of} does
     */
    public Scope within(String name) {
        return new Scope(bounded(value + '|' + escaped(name)));
    }

    /**
     * The scope that a store has kept by its {@link #value()}. For stores only: a value is taken as it is.
     *
     * @throws IllegalArgumentException if a scope's value cannot look like this
     */
    public static Scope restore(String value) {
        if (value.length() > MAX_LENGTH || !VALUE.matcher(value).matches()) {
            throw new IllegalArgumentException("Not the value of a scope; it has " + value.length() + " characters");
        }
        requireText(value);
        return new Scope(value);
    }

    /** What a store keeps and compares: 1 to {@value #MAX_LENGTH} characters without control characters. */
    public String value() {
        return value;
    }

    private static String escaped(String name) {
        if (name.isBlank() || name.length() > MAX_NAME_LENGTH) {
            throw new IllegalArgumentException("A name in a scope is not blank and has at most " + MAX_NAME_LENGTH
                    + " characters; this one has " + name.length());
        }
        requireText(name);
        return name.replace("\\", "\\\\").replace("|", "\\|");
    }

    private static String bounded(String value) {
        return value.length() > MAX_LENGTH ? '|' + Sha256.hex(value) : value;
    }

    private static void requireText(String text) {
        for (int i = 0; i < text.length(); i += Character.charCount(text.codePointAt(i))) {
            int c = text.codePointAt(i);
            if (Character.isISOControl(c) || Character.getType(c) == Character.SURROGATE) {
                throw new IllegalArgumentException(
                        "A scope has no control character or lone surrogate, but there is one at index " + i);
            }
        }
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Scope scope && value.equals(scope.value);
    }

    @Override
    public int hashCode() {
        return value.hashCode();
    }

    /** A short hash of the value, see {@link Sha256#shortHex}; never a name. */
    @Override
    public String toString() {
        return "Scope[" + Sha256.shortHex(value) + "]";
    }
}
