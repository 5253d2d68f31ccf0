package dev.idempotency.spring.internal.web.response;

import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpServletResponseWrapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.Charset;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A response that holds the body back until the answer has been recorded. Status and headers go to the response around it,
 * where they can be taken back as long as nothing has been sent; {@link HandlerHeaders} knows which of them are the handler's.
 *
 * <p>A body that is streamed, or larger than the limit, passes through and cannot be recorded, see {@link CapturedBody}. What the
 * handler says about the length, in whichever of the many ways, is kept back too: while the body is held back, nobody knows the
 * length yet. It is passed on when the body passes through.
 *
 * <p>A redirect is held back like any other answer, with the location as the handler gave it. An error is handed to the
 * container at once, unless nothing may be released before a commit; the container renders it later (see {@link #isErrorSent}).
 */
public final class CapturedResponse extends HttpServletResponseWrapper {

    private static final String CONTENT_LENGTH = "Content-Length";
    private static final String CONTENT_TYPE = "Content-Type";
    private static final long UNKNOWN_LENGTH = -1;
    private static final int LAST_STATUS = 599;
    private static final Pattern CHARSET = Pattern.compile(";\\s*charset\\s*=[^;]*", Pattern.CASE_INSENSITIVE);

    private final CapturedBody body;
    private final HandlerHeaders headers;
    private final ReplayHeaders replayHeaders;
    private final SentError error;
    private long declaredLength = UNKNOWN_LENGTH;
    private boolean trailers;

    /**
     * @param limit how many bytes are held back at most
     * @param signs of a stream, asked for while the body is written
     * @param release when something may reach the client
     */
    public CapturedResponse(
            HttpServletResponse response,
            int limit,
            ReplayHeaders replayHeaders,
            StreamDetector signs,
            Release release) {
        super(response);
        this.body = new CapturedBody(this::open, signs, limit, release);
        this.headers = new HandlerHeaders(response);
        this.replayHeaders = replayHeaders;
        this.error = new SentError(release);
    }

    private CapturedResponse(HttpServletResponse response, CapturedResponse first) {
        super(response);
        this.body = first.body.anew(this::open);
        this.headers = first.headers;
        this.replayHeaders = first.replayHeaders;
        this.error = first.error.anew();
    }

    /**
     * For the error page, which writes to the container's response.
     *
     * @return captures the answer to the same request: the headers that were set before the error are part of it
     */
    public CapturedResponse continuedOn(HttpServletResponse response) {
        headers.renderedAsError();
        return new CapturedResponse(response, this);
    }

    /** The response around this one. */
    public HttpServletResponse target() {
        return (HttpServletResponse) getResponse();
    }

    /** The answer as it is now. A status that HTTP does not know counts as a server error. */
    public CapturedAnswer answer() {
        body.drainWriter();
        byte[] kept = isKept() ? body.bytes() : null;
        return new CapturedAnswer(
                Math.min(getStatus(), LAST_STATUS), headers.among(replayHeaders.names(), target()), kept);
    }

    /** Whether something of the body went to the client without having been recorded. */
    public boolean isPassedThrough() {
        return body.isPassedThrough();
    }

    /** Whether the client was seen to be gone while the body passed through. */
    public boolean isClientGone() {
        return !body.clientFailures().isEmpty();
    }

    /** Whether it was the client's own stream that threw this, while the body passed through. */
    public boolean isThrownByClient(Throwable thrown) {
        return isPassedThrough() && body.clientFailures().include(thrown);
    }

    /** The container has found that the client is gone. */
    public void clientFailed(IOException failure) {
        body.clientFailures().note(failure);
    }

    /** Whether the handler asked the container for an error. Its body is written later, outside of this response. */
    public boolean isErrorSent() {
        return error.isSent();
    }

    /** No error page renders the error that was sent: its status is the whole answer. */
    public void endWithError() {
        error.endAnswer();
    }

    private boolean isKept() {
        return !isPassedThrough() && !body.isTooLarge() && !error.isToBeRendered() && !trailers;
    }

    /** Forgets what the handler has answered. */
    public void discard() {
        body.discard();
        headers.restore(target());
        error.discard();
        body.reopen();
        declaredLength = UNKNOWN_LENGTH;
    }

    /** Hands the error to the container, if that had to wait. */
    public void releaseError() throws IOException {
        error.release(target());
    }

    /** Sends what was held back. */
    public void send() throws IOException {
        HttpServletResponse target = target();
        long size = body.size();
        if (Replay.hasBody(target.getStatus()) && !trailers && !target.containsHeader("Transfer-Encoding")) {
            target.setContentLengthLong(size);
        }
        body.send(size > 0 ? target.getOutputStream() : null);
    }

    private ServletOutputStream open() throws IOException {
        if (declaredLength >= 0) {
            target().setContentLengthLong(declaredLength);
        }
        return target().getOutputStream();
    }

    @Override
    public ServletOutputStream getOutputStream() {
        return body.stream();
    }

    /** The encoding is settled now, and named in the content type, as a container does it. */
    @Override
    public PrintWriter getWriter() throws IOException {
        boolean settled = body.writerEncoding() != null;
        String encoding = getCharacterEncoding() == null ? "ISO-8859-1" : getCharacterEncoding();
        PrintWriter writer = body.writer(encoding);
        if (!settled) {
            headers.set(CONTENT_TYPE);
            super.setCharacterEncoding(encoding);
        }
        return writer;
    }

    @Override
    public void setCharacterEncoding(@Nullable String encoding) {
        if (body.writerEncoding() == null) {
            headers.set(CONTENT_TYPE);
            super.setCharacterEncoding(encoding);
        }
    }

    @Override
    public void setCharacterEncoding(@Nullable Charset encoding) {
        setCharacterEncoding(encoding == null ? null : encoding.name());
    }

    @Override
    public void setContentType(@Nullable String type) {
        headers.set(CONTENT_TYPE);
        String settled = body.writerEncoding();
        super.setContentType(
                settled == null || type == null ? type : CHARSET.matcher(type).replaceAll("") + ";charset=" + settled);
    }

    @Override
    public void setLocale(Locale locale) {
        headers.setLanguage(locale);
        headers.set(CONTENT_TYPE);
        super.setLocale(locale);
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
            setContentLengthLong(value == null ? UNKNOWN_LENGTH : Long.parseLong(value));
        } else if (CONTENT_TYPE.equalsIgnoreCase(name)) {
            setContentType(value);
        } else {
            headers.set(name);
            super.setHeader(name, value);
        }
    }

    @Override
    public void addHeader(String name, @Nullable String value) {
        if (CONTENT_LENGTH.equalsIgnoreCase(name) || CONTENT_TYPE.equalsIgnoreCase(name)) {
            setHeader(name, value);
        } else {
            headers.set(name);
            super.addHeader(name, value);
        }
    }

    @Override
    public void setIntHeader(String name, int value) {
        if (CONTENT_LENGTH.equalsIgnoreCase(name)) {
            setContentLengthLong(value);
        } else {
            headers.set(name);
            super.setIntHeader(name, value);
        }
    }

    @Override
    public void addIntHeader(String name, int value) {
        if (CONTENT_LENGTH.equalsIgnoreCase(name)) {
            setContentLengthLong(value);
        } else {
            headers.set(name);
            super.addIntHeader(name, value);
        }
    }

    @Override
    public void setDateHeader(String name, long date) {
        headers.set(name);
        super.setDateHeader(name, date);
    }

    @Override
    public void addDateHeader(String name, long date) {
        headers.set(name);
        super.addDateHeader(name, date);
    }

    @Override
    public void setTrailerFields(Supplier<Map<String, String>> supplier) {
        trailers = true;
        super.setTrailerFields(supplier);
    }

    @Override
    public void setStatus(int status) {
        if (!isCommitted()) {
            super.setStatus(status);
        }
    }

    @Override
    public void sendError(int status) throws IOException {
        sendError(status, null);
    }

    @Override
    public void sendError(int status, @Nullable String message) throws IOException {
        requireUncommitted();
        body.discard();
        body.close();
        error.send(status, message, target());
    }

    @Override
    public void sendRedirect(String location) throws IOException {
        sendRedirect(location, SC_FOUND, true);
    }

    @Override
    public void sendRedirect(String location, int status) throws IOException {
        sendRedirect(location, status, true);
    }

    @Override
    public void sendRedirect(String location, boolean clearBuffer) throws IOException {
        sendRedirect(location, SC_FOUND, clearBuffer);
    }

    @Override
    public void sendRedirect(String location, int status, boolean clearBuffer) throws IOException {
        requireUncommitted();
        if (clearBuffer) {
            resetBuffer();
        }
        setStatus(status);
        setHeader("Location", location);
        body.close();
    }

    @Override
    public void flushBuffer() throws IOException {
        body.flush();
    }

    /** What a client that is gone was told cannot be taken back. */
    @Override
    public boolean isCommitted() {
        return body.isClosed() || super.isCommitted() || (isPassedThrough() && isClientGone());
    }

    @Override
    public void resetBuffer() {
        requireUncommitted();
        body.discard();
        if (isPassedThrough()) {
            super.resetBuffer();
        }
    }

    @Override
    public void reset() {
        requireUncommitted();
        body.discard();
        body.chooseAgain();
        declaredLength = UNKNOWN_LENGTH;
        headers.clear();
        super.reset();
    }

    private void requireUncommitted() {
        if (isCommitted()) {
            throw new IllegalStateException("The response has been committed");
        }
    }
}
