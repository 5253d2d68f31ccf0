package dev.idempotency.core.internal.atrest;

import dev.idempotency.core.atrest.CipherKeys;
import dev.idempotency.core.atrest.ResponseCodec;
import dev.idempotency.core.atrest.UnreadableResponseException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import javax.crypto.Cipher;
import javax.crypto.Mac;
import javax.crypto.SecretKey;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * Encrypts answers by AES-256-GCM. What it makes of an answer:
 *
 * <pre>format (1 byte, 1) | length of the key's name (1) | name | salt (16) | nonce (12) | ciphertext and tag</pre>
 *
 * <p>Everything before the ciphertext and the place are authenticated too, so decoding fails if a byte was changed, if
 * the answer is that of another row, or if the name of the key was replaced.
 *
 * <p>A random nonce of 12 bytes is safe for some 2³² answers under one key, which a busy application reaches in weeks. Hence every
 * answer has a key of its own: HMAC-SHA-256 of a random salt under the named key. Keys need not be changed for the number
 * of answers.
 */
public final class AesGcmCodec implements ResponseCodec {

    private static final byte FORMAT = 1;
    private static final int SALT_LENGTH = 16;
    private static final int NONCE_LENGTH = 12;
    private static final int TAG_BITS = 128;
    private static final int LONGEST_NAME = 64;
    private static final byte[] PURPOSE = "dev.idempotency answer".getBytes(StandardCharsets.UTF_8);

    private final CipherKeys keys;
    private final SecureRandom random = new SecureRandom();

    public AesGcmCodec(CipherKeys keys) {
        this.keys = keys;
    }

    @Override
    public byte[] encode(byte[] answer, byte[] place) {
        String id = keys.activeId();
        byte[] name = id.getBytes(StandardCharsets.US_ASCII);
        if (name.length < 1 || name.length > LONGEST_NAME) {
            throw new IllegalStateException("The name of a key has 1 to 64 characters, not " + name.length);
        }
        SecretKey key =
                keys.key(id).orElseThrow(() -> new IllegalStateException("There is no active key '" + id + "'"));
        byte[] salt = random(SALT_LENGTH);
        byte[] nonce = random(NONCE_LENGTH);
        byte[] front = ByteBuffer.allocate(2 + name.length + SALT_LENGTH + NONCE_LENGTH)
                .put(FORMAT)
                .put((byte) name.length)
                .put(name)
                .put(salt)
                .put(nonce)
                .array();
        try {
            Cipher cipher = cipher(Cipher.ENCRYPT_MODE, key, salt, nonce);
            cipher.updateAAD(front);
            cipher.updateAAD(place);
            byte[] encoded = new byte[front.length + cipher.getOutputSize(answer.length)];
            System.arraycopy(front, 0, encoded, 0, front.length);
            cipher.doFinal(answer, 0, answer.length, encoded, front.length);
            return encoded;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java platform has AES-GCM and HMAC-SHA-256", e);
        }
    }

    @Override
    public byte[] decode(byte[] encoded, byte[] place) {
        ByteBuffer bytes = ByteBuffer.wrap(encoded);
        String id = name(bytes);
        byte[] salt = take(bytes, SALT_LENGTH);
        byte[] nonce = take(bytes, NONCE_LENGTH);
        requireLength(bytes, TAG_BITS / Byte.SIZE);
        SecretKey key = keys.key(id)
                .orElseThrow(
                        () -> new UnreadableResponseException("It was encrypted by a key that is not configured here"));
        try {
            Cipher cipher = cipher(Cipher.DECRYPT_MODE, key, salt, nonce);
            cipher.updateAAD(encoded, 0, bytes.position());
            cipher.updateAAD(place);
            return cipher.doFinal(encoded, bytes.position(), bytes.remaining());
        } catch (GeneralSecurityException e) {
            throw new UnreadableResponseException("It was changed, moved, or encrypted by another key of that name", e);
        }
    }

    private static String name(ByteBuffer bytes) {
        if (take(bytes, 1)[0] != FORMAT) {
            throw new UnreadableResponseException("It has a format that this version does not know");
        }
        int length = take(bytes, 1)[0];
        if (length < 1 || length > LONGEST_NAME) {
            throw new UnreadableResponseException("It names no key");
        }
        return new String(take(bytes, length), StandardCharsets.US_ASCII);
    }

    private static void requireLength(ByteBuffer bytes, int length) {
        if (bytes.remaining() < length) {
            throw new UnreadableResponseException("It was cut off");
        }
    }

    private static byte[] take(ByteBuffer bytes, int length) {
        requireLength(bytes, length);
        byte[] taken = new byte[length];
        bytes.get(taken);
        return taken;
    }

    private static Cipher cipher(int mode, SecretKey key, byte[] salt, byte[] nonce) throws GeneralSecurityException {
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(key);
        mac.update(PURPOSE);
        SecretKey own = new SecretKeySpec(mac.doFinal(salt), "AES");
        Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
        cipher.init(mode, own, new GCMParameterSpec(TAG_BITS, nonce));
        return cipher;
    }

    private byte[] random(int length) {
        byte[] bytes = new byte[length];
        random.nextBytes(bytes);
        return bytes;
    }
}
