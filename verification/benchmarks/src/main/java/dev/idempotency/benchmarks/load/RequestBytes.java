package dev.idempotency.benchmarks.load;

import dev.idempotency.benchmarks.report.RequestKind;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;

/** The bytes of a request; each time with another key in the same place. */
final class RequestBytes {

    /** How many keys have been used before, and how many are held. */
    static final int USED = 2_000;

    static final int HELD = 8;

    private static final String BODY =
            "{\"sku\":\"book\",\"quantity\":2,\"note\":\"Please leave it with the neighbours on the ground floor\"}";
    private static final char[] DIGITS = "0123456789abcdef".toCharArray();
    private static final String PLACE = "_".repeat(32);

    private final RequestKind.Key kind;
    private final long path;
    private final byte[] bytes;
    private final int place;
    private final SplittableRandom random;

    RequestBytes(RequestKind shape, SplittableRandom random) {
        this.kind = shape.key();
        this.path = shape.path().hashCode();
        this.random = random;
        String text = "POST " + shape.path() + " HTTP/1.1\r\nHost: 127.0.0.1\r\nIdempotency-Key: " + PLACE
                + "\r\nContent-Type: application/json\r\nContent-Length: " + BODY.length() + "\r\n\r\n" + BODY;
        this.bytes = text.getBytes(StandardCharsets.US_ASCII);
        this.place = text.indexOf(PLACE);
    }

    /** The next request. Valid until the next call. */
    ByteBuffer next() {
        return switch (kind) {
            case FRESH -> with(random.nextLong(), random.nextLong());
            case USED -> numbered(random.nextInt(USED));
            case HELD -> numbered(random.nextInt(HELD));
        };
    }

    /** The request with the given one of the keys that are known on its path. */
    ByteBuffer numbered(int number) {
        SplittableRandom key = new SplittableRandom((path << 32) + number);
        return with(key.nextLong(), key.nextLong());
    }

    private ByteBuffer with(long high, long low) {
        for (int i = 0; i < 16; i++) {
            bytes[place + i] = (byte) DIGITS[(int) (high >>> (4 * i)) & 15];
            bytes[place + 16 + i] = (byte) DIGITS[(int) (low >>> (4 * i)) & 15];
        }
        return ByteBuffer.wrap(bytes);
    }
}
