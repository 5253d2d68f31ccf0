package dev.idempotency.chaos.seededbug;

import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import java.io.IOException;

/** A response's stream that does something around each write. */
final class InterceptedStream extends ServletOutputStream {

    private final ServletOutputStream stream;
    private final Around around;

    InterceptedStream(ServletOutputStream stream, Around around) {
        this.stream = stream;
        this.around = around;
    }

    @Override
    public void write(int b) throws IOException {
        around.write(() -> stream.write(b));
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
        around.write(() -> stream.write(bytes, offset, length));
    }

    @Override
    public void flush() throws IOException {
        around.write(stream::flush);
    }

    @Override
    public void close() throws IOException {
        around.write(stream::close);
    }

    @Override
    public boolean isReady() {
        return stream.isReady();
    }

    @Override
    public void setWriteListener(WriteListener listener) {
        stream.setWriteListener(listener);
    }

    /** What is done around a write. */
    interface Around {
        void write(Write write) throws IOException;
    }

    /** Something that is written to the client. */
    interface Write {
        void run() throws IOException;
    }
}
