package dev.idempotency.spring.internal.web.response;

import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Where the handler writes to.
 *
 * <pre>
 *   HOLDING ──too large, or more after a flush──▶ PASSING
 *      │                                            │
 *      └──────────────────▶ CLOSED ◀────────────────┘
 * </pre>
 *
 * <p>A flush alone does not let anything through: message converters and views flush behind every answer. It counts when
 * somebody writes on after it, or when the answer shows the signs of a stream. Where nothing may be released before a commit,
 * everything is held, what is too large for memory in a file.
 */
final class CapturedStream extends ServletOutputStream {

    /** What becomes of what is written. */
    private enum State {
        HOLDING,
        PASSING,
        CLOSED
    }

    private final Outlet outlet;
    private final StreamDetector signs;
    private final Release release;
    private final HeldBody held;
    private State state = State.HOLDING;
    private boolean flushed;
    private boolean draining;
    private final ClientFailures failures = new ClientFailures();
    private @Nullable ServletOutputStream target;

    CapturedStream(Outlet outlet, StreamDetector signs, int limit, Release release) {
        this.outlet = outlet;
        this.signs = signs;
        this.release = release;
        this.held = new HeldBody(limit);
    }

    /** The way to the client. */
    interface Outlet {

        /** Opens the way, once what is to be known about the body has been told. */
        ServletOutputStream open() throws IOException;
    }

    boolean isPassing() {
        return state == State.PASSING || target != null;
    }

    ClientFailures failures() {
        return failures;
    }

    HeldBody held() {
        return held;
    }

    void discard() {
        held.clear();
        flushed = false;
    }

    /** Takes more again, after an end. */
    void reopen() {
        state = State.HOLDING;
    }

    /** Takes no more: silently, as a container does after a redirect. */
    void end() {
        state = State.CLOSED;
    }

    /** Takes no more, and moves on what is held back, if anything is. */
    void send(@Nullable OutputStream out) throws IOException {
        end();
        if (out != null) {
            held.writeTo(out);
        }
    }

    ServletOutputStream pass() throws IOException {
        if (target == null) {
            state = State.PASSING;
            failures.noting(() -> {
                target = outlet.open();
                held.writeTo(target);
            });
        }
        return Objects.requireNonNull(target);
    }

    @Override
    public void write(int b) throws IOException {
        write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
        if (state == State.CLOSED || length == 0) {
            return;
        }
        if (mayHold(length)) {
            held.write(bytes, offset, length);
            return;
        }
        ServletOutputStream open = pass();
        failures.noting(() -> open.write(bytes, offset, length));
    }

    private boolean mayHold(int length) {
        return release == Release.WHEN_COMMITTED
                || (state == State.HOLDING && !flushed && held.hasRoomFor(length) && !signs.isStream());
    }

    @Override
    public void flush() throws IOException {
        if (draining || release == Release.WHEN_COMMITTED) {
            return;
        }
        if (state == State.HOLDING && !signs.isStream() && !signs.isAsync()) {
            flushed = true;
        } else if (state != State.CLOSED) {
            ServletOutputStream open = pass();
            failures.noting(open::flush);
        }
    }

    @Override
    public void close() throws IOException {
        if (state == State.PASSING && target != null) {
            failures.noting(target::close);
        }
        state = State.CLOSED;
    }

    @Override
    public boolean isReady() {
        return target == null || target.isReady();
    }

    /** Non-blocking writes are a stream: the container calls back when the client can take more. */
    @Override
    public void setWriteListener(WriteListener listener) {
        try {
            pass().setWriteListener(listener);
        } catch (IOException e) {
            listener.onError(e);
        }
    }

    /** Does something that flushes this stream without meaning it. */
    void quietly(Runnable flushing) {
        boolean before = flushed;
        draining = true;
        try {
            flushing.run();
        } finally {
            draining = false;
            flushed = before;
        }
    }
}
