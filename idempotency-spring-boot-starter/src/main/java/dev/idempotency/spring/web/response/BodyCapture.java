package dev.idempotency.spring.web.response;

import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpServletResponseWrapper;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.Charset;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The half of a captured response that has to do with the body: both ways to write it, its length and its encoding.
 */
abstract sealed class BodyCapture extends HttpServletResponseWrapper permits CapturedResponse {

    private static final String CONTENT_LENGTH = "Content-Length";
    private static final String CONTENT_TYPE = "Content-Type";
    private static final Pattern CHARSET = Pattern.compile(";\\s*charset\\s*=[^;]*", Pattern.CASE_INSENSITIVE);

    private final int limit;
    private final StreamSigns signs;
    private final CapturedStream stream;
    private @Nullable PrintWriter writer;
    private @Nullable String writerEncoding;
    private boolean streamUsed;
    private boolean closed;
    private long declaredLength = -1;

    BodyCapture(HttpServletResponse response, int limit, StreamSigns signs) {
        super(response);
        this.limit = limit;
        this.signs = signs;
        this.stream = new CapturedStream(this::open, signs, limit);
    }

    BodyCapture(HttpServletResponse response, BodyCapture other) {
        this(response, other.limit, other.signs);
    }

    /** The response around this one. */
    public final HttpServletResponse target() {
        return (HttpServletResponse) getResponse();
    }

    /** Whether something of the body went to the client without having been recorded. */
    public final boolean isPassedThrough() {
        return stream.isPassing();
    }

    /** Whether the client was seen to be gone while the body passed through. */
    public final boolean isClientGone() {
        return stream.isClientGone();
    }

    /** The bytes that are held back. */
    public final byte[] body() {
        drainWriter();
        return stream.held();
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
            super.setCharacterEncoding(encoding);
        }
    }

    @Override
    public void setCharacterEncoding(@Nullable Charset encoding) {
        setCharacterEncoding(encoding == null ? null : encoding.name());
    }

    @Override
    public void setContentType(@Nullable String type) {
        boolean settled = writer != null && type != null;
        super.setContentType(settled ? CHARSET.matcher(type).replaceAll("") + ";charset=" + writerEncoding : type);
    }

    @Override
    public void setContentLength(int length) {
        setContentLengthLong(length);
    }

    @Override
    public void setContentLengthLong(long length) {
        declaredLength = length;
    }

    @Override
    public void setHeader(String name, @Nullable String value) {
        if (CONTENT_LENGTH.equalsIgnoreCase(name)) {
            setContentLengthLong(value == null ? -1 : Long.parseLong(value));
        } else if (CONTENT_TYPE.equalsIgnoreCase(name)) {
            setContentType(value);
        } else {
            super.setHeader(name, value);
        }
    }

    @Override
    public void addHeader(String name, @Nullable String value) {
        if (CONTENT_LENGTH.equalsIgnoreCase(name) || CONTENT_TYPE.equalsIgnoreCase(name)) {
            setHeader(name, value);
        } else {
            super.addHeader(name, value);
        }
    }

    @Override
    public void setIntHeader(String name, int value) {
        if (CONTENT_LENGTH.equalsIgnoreCase(name)) {
            setContentLengthLong(value);
        } else {
            super.setIntHeader(name, value);
        }
    }

    @Override
    public void addIntHeader(String name, int value) {
        if (CONTENT_LENGTH.equalsIgnoreCase(name)) {
            setContentLengthLong(value);
        } else {
            super.addIntHeader(name, value);
        }
    }

    @Override
    public void setStatus(int status) {
        if (!closed) {
            super.setStatus(status);
        }
    }

    @Override
    public void flushBuffer() throws IOException {
        drainWriter();
        stream.flush();
    }

    @Override
    public boolean isCommitted() {
        return closed || super.isCommitted();
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
        declaredLength = -1;
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
        if (declaredLength >= 0) {
            target().setContentLengthLong(declaredLength);
        }
        return target().getOutputStream();
    }
}
