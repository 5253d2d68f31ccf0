package dev.idempotency.core.fingerprint;

import java.util.Arrays;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * The SHA-256 of a request's canonical form, with the version of the rules that made it. Two fingerprints are equal when
 * version and hash are; fingerprints of different versions say nothing about each other.
 */
public final class Fingerprint {

    /** The length of {@link #toBytes()}: one byte for the version, then the hash. */
    public static final int LENGTH = 33;

    private static final int SHOWN_BYTES = 4;

    private final byte[] bytes;

    private Fingerprint(byte[] bytes) {
        this.bytes = bytes;
    }

    /**
     * A fingerprint from its two parts, for a {@link Fingerprinter} of the application's own.
     *
     * @param version 1 to 255: which rules made the hash
     * @param sha256 32 bytes
     */
    public static Fingerprint of(int version, byte[] sha256) {
        if (version < 1 || version > 255) {
            throw new IllegalArgumentException("The version of a fingerprint is 1 to 255, not " + version);
        }
        if (sha256.length != LENGTH - 1) {
            throw new IllegalArgumentException("A SHA-256 has " + (LENGTH - 1) + " bytes, not " + sha256.length);
        }
        byte[] bytes = new byte[LENGTH];
        bytes[0] = (byte) version;
        System.arraycopy(sha256, 0, bytes, 1, sha256.length);
        return new Fingerprint(bytes);
    }

    /** The reverse of {@link #toBytes()}. */
    public static Fingerprint ofBytes(byte[] bytes) {
        if (bytes.length != LENGTH) {
            throw new IllegalArgumentException("A fingerprint has " + LENGTH + " bytes, not " + bytes.length);
        }
        if (bytes[0] == 0) {
            throw new IllegalArgumentException("The version of a fingerprint is 1 to 255, not 0");
        }
        return new Fingerprint(bytes.clone());
    }

    /** Which rules made the hash, 1 to 255. */
    public int version() {
        return Byte.toUnsignedInt(bytes[0]);
    }

    /** The form in which a fingerprint is stored: one byte for the version, then the 32 bytes of the hash. */
    public byte[] toBytes() {
        return bytes.clone();
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Fingerprint that && Arrays.equals(bytes, that.bytes);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(bytes);
    }

    /** The version and enough of the hash to tell two log lines apart, not enough to try bodies against. */
    @Override
    public String toString() {
        return "Fingerprint[v" + version() + " " + HexFormat.of().formatHex(bytes, 1, 1 + SHOWN_BYTES) + "…]";
    }
}
