package dev.idempotency.spring.internal.web.request;

import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletInputStream;
import java.io.ByteArrayInputStream;
import java.io.IOException;

/** A body from its first byte to its last. All of it is there already, so it is always ready. */
final class BodyStream extends ServletInputStream {

    private final ByteArrayInputStream bytes;

    BodyStream(byte[] bytes) {
        this.bytes = new ByteArrayInputStream(bytes);
    }

    @Override
    public int read() {
        return bytes.read();
    }

    @Override
    public int read(byte[] target, int offset, int length) {
        return bytes.read(target, offset, length);
    }

    @Override
    public int available() {
        return bytes.available();
    }

    @Override
    public boolean isFinished() {
        return bytes.available() == 0;
    }

    @Override
    public boolean isReady() {
        return true;
    }

    /** Nothing has to be waited for: the listener is called at once, and again for as long as it reads on. */
    @Override
    public void setReadListener(ReadListener listener) {
        try {
            int before = -1;
            while (!isFinished() && bytes.available() != before) {
                before = bytes.available();
                listener.onDataAvailable();
            }
            if (isFinished()) {
                listener.onAllDataRead();
            }
        } catch (IOException e) {
            listener.onError(e);
        }
    }
}
