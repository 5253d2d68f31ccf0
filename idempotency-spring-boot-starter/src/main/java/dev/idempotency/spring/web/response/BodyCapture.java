package dev.idempotency.spring.web.response;

import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.Charset;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The half of a captured response that has to do with the body: both ways to write it, and its encoding.
 */
abstract sealed class BodyCapture extends LengthCapture permits CapturedResponse {

    private static final Pattern CHARSET = Pattern.compile(";\\s*charset\\s*=[^;]*", Pattern.CASE_INSENSITIVE);

    private final int limit;
    private final StreamSigns signs;
    private final Release release;
    private final CapturedStream stream;
    private @Nullable PrintWriter writer;
    private @Nullable String writerEncoding;
    private boolean streamUsed;
    private boolean closed;

    BodyCapture(HttpServletResponse response, int limit, StreamSigns signs, Release release) {
        this(response, new HandlerHeaders(response), limit, signs, release);
    }

    private BodyCapture(
            HttpServletResponse response, HandlerHeaders headers, int limit, StreamSigns signs, Release release) {
        super(response, headers);
        this.limit = limit;
        this.signs = signs;
        this.release = release;
        this.stream = new CapturedStream(this::open, signs, limit, release);
    }

    BodyCapture(HttpServletResponse response, BodyCapture other) {
        this(response, other.handlerHeaders(), other.limit, other.signs, other.release);
    }

    /** The response around this one. */
    public final HttpServletResponse target() {
        return (HttpServletResponse) getResponse();
    }

    /** Nothing is left inside a writer. */
    public final void settle() {
        drainWriter();
    }

    /** Whether something of the body went to the client without having been recorded. */
    public final boolean isPassedThrough() {
        return stream.isPassing();
    }

    /** Whether the client was seen to be gone while the body passed through. */
    public final boolean isClientGone() {
        return !stream.failures().isEmpty();
    }

    /** Whether it was the client's own stream that threw this, while the body passed through. */
    public final boolean isThrownByClient(Throwable thrown) {
        return isPassedThrough() && stream.failures().include(thrown);
    }

    /** The container has found that the client is gone. */
    public final void clientFailed(IOException failure) {
        stream.failures().note(failure);
    }

    /** Whether the body is too large to be recorded, though it is held back. */
    public final boolean isTooLarge() {
        return stream.held().isSpilled();
    }

    /** The bytes that are held back. */
    public final byte[] body() {
        drainWriter();
        return stream.held().bytes();
    }

    /** How many bytes are held back. */
    public final long size() {
        drainWriter();
        return stream.held().size();
    }

    final void writeTo(OutputStream out) throws IOException {
        stream.held().writeTo(out);
    }

    final void discardBody() {
        drainWriter();
        stream.discard();
    }

    final void close() {
        drainWriter();
        closed = true;
        stream.end();
    }

    /** Takes another answer, after the first has been discarded. */
    final void reopen() {
        closed = false;
        writer = null;
        streamUsed = false;
        setContentLengthLong(-1);
        stream.reopen();
    }

    final void requireUncommitted() {
        if (isCommitted()) {
            throw new IllegalStateException("The response has been committed");
        }
    }

    @Override
    public ServletOutputStream getOutputStream() throws IOException {
        if (writer != null) {
            throw new IllegalStateException("The response's writer is in use");
        }
        streamUsed = true;
        return stream;
    }

    /** The encoding is settled now, and named in the content type, as a container does it. */
    @Override
    public PrintWriter getWriter() throws IOException {
        if (streamUsed) {
            throw new IllegalStateException("The response's output stream is in use");
        }
        PrintWriter opened = writer;
        if (opened == null) {
            String encoding = getCharacterEncoding() == null ? "ISO-8859-1" : getCharacterEncoding();
            OutputStreamWriter encoder = new OutputStreamWriter(stream, encoding);
            handlerHeaders().set("Content-Type");
            super.setCharacterEncoding(encoding);
            writerEncoding = encoding;
            opened = new PrintWriter(encoder);
            writer = opened;
        }
        return opened;
    }

    @Override
    public void setCharacterEncoding(@Nullable String encoding) {
        if (writer == null) {
            handlerHeaders().set("Content-Type");
            super.setCharacterEncoding(encoding);
        }
    }

    @Override
    public void setCharacterEncoding(@Nullable Charset encoding) {
        setCharacterEncoding(encoding == null ? null : encoding.name());
    }

    @Override
    public void setContentType(@Nullable String type) {
        handlerHeaders().set("Content-Type");
        boolean settled = writer != null && type != null;
        super.setContentType(settled ? CHARSET.matcher(type).replaceAll("") + ";charset=" + writerEncoding : type);
    }

    @Override
    public void setStatus(int status) {
        if (!isCommitted()) {
            super.setStatus(status);
        }
    }

    @Override
    public void flushBuffer() throws IOException {
        drainWriter();
        stream.flush();
    }

    /** What a client that is gone was told cannot be taken back. */
    @Override
    public boolean isCommitted() {
        return closed || super.isCommitted() || (isPassedThrough() && isClientGone());
    }

    @Override
    public void resetBuffer() {
        requireUncommitted();
        discardBody();
        if (isPassedThrough()) {
            super.resetBuffer();
        }
    }

    @Override
    public void reset() {
        requireUncommitted();
        discardBody();
        writer = null;
        streamUsed = false;
        setContentLengthLong(UNKNOWN_LENGTH);
        handlerHeaders().clear();
        super.reset();
    }

    /** What is still inside the writer moves on, without meaning a flush. */
    private void drainWriter() {
        PrintWriter opened = writer;
        if (opened != null) {
            stream.quietly(opened::flush);
        }
    }

    private ServletOutputStream open() throws IOException {
        if (declaredLength() >= 0) {
            target().setContentLengthLong(declaredLength());
        }
        return target().getOutputStream();
    }
}
