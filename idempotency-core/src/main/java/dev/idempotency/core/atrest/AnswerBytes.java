package dev.idempotency.core.atrest;

import dev.idempotency.core.internal.digest.LengthPrefixed;
import dev.idempotency.core.record.Header;
import dev.idempotency.core.record.RecordedAnswer;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Headers and body of an answer as one piece: the number of headers, names and values with their lengths, then the body.
 */
final class AnswerBytes {

    private AnswerBytes() {}

    static byte[] of(List<Header> headers, byte[] body) {
        LengthPrefixed bytes = new LengthPrefixed().number(headers.size());
        headers.forEach(header -> bytes.text(header.name()).text(header.value()));
        return bytes.unprefixed(body).toBytes();
    }

    /** @throws UnreadableResponseException if the bytes were not made by {@link #of} */
    static RecordedAnswer read(int code, byte[] answer) {
        ByteBuffer bytes = ByteBuffer.wrap(answer);
        try {
            List<Header> headers = new ArrayList<>();
            for (int left = bytes.getInt(); left > 0; left--) {
                headers.add(new Header(text(bytes), text(bytes)));
            }
            byte[] body = new byte[bytes.remaining()];
            bytes.get(body);
            return RecordedAnswer.of(code, headers, body);
        } catch (BufferUnderflowException | IllegalArgumentException e) {
            throw new UnreadableResponseException("It does not contain an answer", e);
        }
    }

    private static String text(ByteBuffer bytes) {
        int length = bytes.getInt();
        if (length < 0 || length > bytes.remaining()) {
            throw new BufferUnderflowException();
        }
        byte[] text = new byte[length];
        bytes.get(text);
        return new String(text, StandardCharsets.UTF_8);
    }
}
