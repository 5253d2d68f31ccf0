package dev.idempotency.core.internal.digest;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** SHA-256 of bytes, and of a text's UTF-8 bytes in lower-case hexadecimal digits. */
public final class Sha256 {
    private static final int SHORT = 8;

    private Sha256() {}

    /** All 32 bytes. */
    public static byte[] of(byte[] bytes) {
        return digest().digest(bytes);
    }

    /** All 64 digits. */
    public static String hex(String text) {
        return HexFormat.of().formatHex(of(text.getBytes(StandardCharsets.UTF_8)));
    }

    /**
     * The first 8 digits: what a log line or a message shows in place of a key or a caller. An operator who knows the
     * text finds its lines by {@code printf %s "$text" | sha256sum}; without the text, one can only guess and compare.
     */
    public static String shortHex(String text) {
        return hex(text).substring(0, SHORT);
    }

    private static MessageDigest digest() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
