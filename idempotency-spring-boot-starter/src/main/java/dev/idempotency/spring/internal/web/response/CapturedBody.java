package dev.idempotency.spring.internal.web.response;

import jakarta.servlet.ServletOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import org.jspecify.annotations.Nullable;

/**
 * The body of an answer: both ways to write it, of which a handler takes one. What is written is held back or passes through, as
 * {@link CapturedStream} decides.
 */
final class CapturedBody {

    private final StreamDetector signs;
    private final int limit;
    private final Release release;
    private final CapturedStream stream;
    private @Nullable PrintWriter writer;
    private @Nullable String encoding;
    private boolean streamTaken;
    private boolean closed;

    CapturedBody(CapturedStream.Outlet outlet, StreamDetector signs, int limit, Release release) {
        this.signs = signs;
        this.limit = limit;
        this.release = release;
        this.stream = new CapturedStream(outlet, signs, limit, release);
    }

    /** An empty one that is held back by the same rules. */
    CapturedBody anew(CapturedStream.Outlet outlet) {
        return new CapturedBody(outlet, signs, limit, release);
    }

    boolean isPassedThrough() {
        return stream.isPassing();
    }

    /** Whether it is too large to be recorded, though it is held back. */
    boolean isTooLarge() {
        return stream.held().isSpilled();
    }

    boolean isClosed() {
        return closed;
    }

    ClientFailures clientFailures() {
        return stream.failures();
    }

    /** The encoding of the writer. Null as long as there is none. */
    @Nullable String writerEncoding() {
        return encoding;
    }

    ServletOutputStream stream() {
        if (writer != null) {
            throw new IllegalStateException("The response's writer is in use");
        }
        streamTaken = true;
        return stream;
    }

    /** Opens a writer of this encoding, unless one is open already. */
    PrintWriter writer(String wanted) throws IOException {
        if (streamTaken) {
            throw new IllegalStateException("The response's output stream is in use");
        }
        PrintWriter opened = writer;
        if (opened == null) {
            opened = new PrintWriter(new OutputStreamWriter(stream, wanted));
            writer = opened;
            encoding = wanted;
        }
        return opened;
    }

    void flush() throws IOException {
        drainWriter();
        stream.flush();
    }

    /** What is still inside the writer moves on, without meaning a flush. */
    void drainWriter() {
        PrintWriter opened = writer;
        if (opened != null) {
            stream.quietly(opened::flush);
        }
    }

    /** The bytes that are held back. */
    byte[] bytes() {
        drainWriter();
        return stream.held().bytes();
    }

    /** How many bytes are held back. */
    long size() {
        drainWriter();
        return stream.held().size();
    }

    /** Takes no more, and moves on what is held back, if anything is. */
    void send(@Nullable OutputStream out) throws IOException {
        closed = true;
        stream.send(out);
    }

    /** Forgets what is held back. */
    void discard() {
        drainWriter();
        stream.discard();
    }

    /** Takes no more. */
    void close() {
        drainWriter();
        closed = true;
        stream.end();
    }

    /** Lets the handler choose again how to write. */
    void chooseAgain() {
        writer = null;
        encoding = null;
        streamTaken = false;
    }

    /** Takes another body, after the first has been discarded. */
    void reopen() {
        closed = false;
        chooseAgain();
        stream.reopen();
    }
}
