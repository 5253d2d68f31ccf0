package dev.idempotency.spring.internal.web.response;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** A body that is held back: in memory up to a limit, beyond it in a temporary file, where that is wanted. */
final class HeldBody {

    private final int limit;
    private ByteArrayOutputStream memory = new ByteArrayOutputStream();
    private @Nullable Path file;
    private @Nullable OutputStream toFile;
    private long size;

    HeldBody(int limit) {
        this.limit = limit;
    }

    boolean hasRoomFor(int length) {
        return length <= limit - size;
    }

    /** Whether it is too large for memory, and so to be recorded. */
    boolean isSpilled() {
        return file != null;
    }

    long size() {
        return size;
    }

    byte[] bytes() {
        return memory.toByteArray();
    }

    void write(byte[] bytes, int offset, int length) throws IOException {
        if (file == null && !hasRoomFor(length)) {
            spill();
        }
        if (toFile == null) {
            memory.write(bytes, offset, length);
        } else {
            toFile.write(bytes, offset, length);
        }
        size += length;
    }

    private void spill() throws IOException {
        Path made = Files.createTempFile("idempotency-response", null);
        OutputStream out = Files.newOutputStream(made);
        memory.writeTo(out);
        memory = new ByteArrayOutputStream(0);
        file = made;
        toFile = out;
    }

    /** Moves everything on, and keeps nothing. */
    void writeTo(OutputStream out) throws IOException {
        Path spilled = file;
        try {
            if (spilled == null) {
                memory.writeTo(out);
            } else {
                closeFile();
                Files.copy(spilled, out);
            }
        } finally {
            clear();
        }
    }

    void clear() {
        Path spilled = file;
        memory.reset();
        size = 0;
        if (spilled != null) {
            try {
                closeFile();
                Files.deleteIfExists(spilled);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            } finally {
                file = null;
            }
        }
    }

    private void closeFile() throws IOException {
        OutputStream out = toFile;
        toFile = null;
        if (out != null) {
            out.close();
        }
    }
}
