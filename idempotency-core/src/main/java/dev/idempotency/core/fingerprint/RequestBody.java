package dev.idempotency.core.fingerprint;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A request's body: its bytes, or its parts if a multipart body was already parsed. */
public sealed interface RequestBody {

    /** No body, which is the same as a body of no bytes. */
    Bytes EMPTY = new Bytes(new byte[0], 0, 0);

    /** The whole array, not copied. */
    static Bytes of(byte[] bytes) {
        return new Bytes(bytes, 0, bytes.length);
    }

    /** A slice of an array, not copied, so that a buffer need not be trimmed. */
    static Bytes of(byte[] array, int offset, int length) {
        return new Bytes(array, offset, length);
    }

    /** The parts of a multipart body in the order they were sent. */
    static Multipart of(List<Part> parts) {
        return new Multipart(EMPTY, parts, EMPTY);
    }

    /** Bytes that belong to the caller, who does not change them while they are fingerprinted. */
    final class Bytes implements RequestBody {

        private final byte[] array;
        private final int offset;
        private final int length;

        private Bytes(byte[] array, int offset, int length) {
            Objects.checkFromIndexSize(offset, length, array.length);
            this.array = array;
            this.offset = offset;
            this.length = length;
        }

        byte[] array() {
            return array;
        }

        int offset() {
            return offset;
        }

        int length() {
            return length;
        }

        @Override
        public String toString() {
            return length + " bytes";
        }
    }

    /**
     * A multipart body by its parts, because its boundary changes with every attempt.
     *
     * @param preamble what stands before the first part
     * @param parts in the order they were sent
     * @param epilogue what stands after the last part
     */
    record Multipart(Bytes preamble, List<Part> parts, Bytes epilogue) implements RequestBody {

        public Multipart {
            parts = List.copyOf(parts);
        }

        @Override
        public String toString() {
            return parts.size() + " parts";
        }
    }

    /**
     * One part of a multipart body.
     *
     * @param name the form field's name
     * @param fileName the name of the uploaded file, or null when the part is no file
     * @param contentType the part's raw {@code Content-Type}, or null when it has none
     * @param headers all header lines as they stand where they say more than the three above, otherwise null
     * @param content the part's content
     */
    record Part(
            String name,
            @Nullable String fileName,
            @Nullable String contentType,
            @Nullable String headers,
            Bytes content) {

        /** A part that has no other headers, and no other parameters in them. */
        public Part(String name, @Nullable String fileName, @Nullable String contentType, Bytes content) {
            this(name, fileName, contentType, null, content);
        }

        public Part {
            Objects.requireNonNull(name, "A part has a name");
            Objects.requireNonNull(content, "A part without content has RequestBody.EMPTY");
        }

        /** The size alone: names come from the client, content may be secret. */
        @Override
        public String toString() {
            return "Part[" + content + "]";
        }
    }
}
