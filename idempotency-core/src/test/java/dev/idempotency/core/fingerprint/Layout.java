package dev.idempotency.core.fingerprint;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** What is hashed, written down a second time and without any cleverness. */
final class Layout {

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    /** POST to a path, without query or media type. */
    static Layout post(String path) {
        return start(path).tag(0).tag(0).tag(0).tag(0);
    }

    /** Up to the path. */
    static Layout start(String path) {
        return new Layout().tag(1).text("POST").text(path);
    }

    /** Up to the body. */
    static Layout ofType(String essence) {
        return start("/orders").tag(0).tag(0).tag(2).text(essence).number(0);
    }

    Layout tag(int tag) {
        out.write(tag);
        return this;
    }

    Layout number(int number) {
        out.writeBytes(ByteBuffer.allocate(4).putInt(number).array());
        return this;
    }

    Layout bytes(String utf8) {
        byte[] bytes = utf8.getBytes(StandardCharsets.UTF_8);
        number(bytes.length);
        out.writeBytes(bytes);
        return this;
    }

    Layout text(String text) {
        return tag(1).units(text.length(), text.getBytes(StandardCharsets.UTF_8));
    }

    Layout units(int length, byte[] bytes) {
        number(length);
        out.writeBytes(bytes);
        return this;
    }

    Fingerprint fingerprint() throws NoSuchAlgorithmException {
        return Fingerprint.of(1, MessageDigest.getInstance("SHA-256").digest(out.toByteArray()));
    }
}
