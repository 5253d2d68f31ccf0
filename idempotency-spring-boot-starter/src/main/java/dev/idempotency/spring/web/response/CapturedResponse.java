package dev.idempotency.spring.web.response;

import dev.idempotency.core.record.Header;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A response that holds the body back until the answer has been recorded. Status and headers go to the response around it,
 * where they can be taken back as long as nothing has been sent.
 *
 * <p>A body that is streamed, or larger than the limit, passes through and cannot be recorded. The length is never the
 * handler's to say while the body is held back: it is told once the bytes are there.
 *
 * <p>A redirect is held back like any other answer, with the location as the handler gave it. An error is handed to the
 * container at once, unless nothing may be released before a commit; the container renders it later (see {@link #isErrorSent}).
 */
public final class CapturedResponse extends BodyCapture {

    private boolean errorSent;
    private boolean errorWithoutBody;
    private @Nullable SentError pendingError;
    private boolean trailers;
    private @Nullable Locale locale;

    private final ReplayHeaders replayHeaders;
    private final Release release;

    /**
     * @param limit how many bytes are held back at most
     * @param signs of a stream, asked for while the body is written
     * @param release when something may reach the client
     */
    public CapturedResponse(
            HttpServletResponse response, int limit, ReplayHeaders replayHeaders, StreamSigns signs, Release release) {
        super(response, limit, signs, release);
        this.replayHeaders = replayHeaders;
        this.release = release;
    }

    private CapturedResponse(HttpServletResponse response, CapturedResponse first) {
        super(response, first);
        this.replayHeaders = first.replayHeaders;
        this.release = first.release;
        this.locale = first.locale;
    }

    /**
     * For the error page, which writes to the container's response.
     *
     * @return captures the answer to the same request: the headers that were set before the error are part of it
     */
    public CapturedResponse continuedOn(HttpServletResponse response) {
        handlerHeaders().renderedAsError();
        return new CapturedResponse(response, this);
    }

    /** Whether the handler asked the container for an error. Its body is written later, outside of this response. */
    public boolean isErrorSent() {
        return errorSent;
    }

    /** Nobody renders the error that was sent: it is the whole answer. */
    public void endWithError() {
        errorWithoutBody = true;
    }

    /** Whether there is a body that can be recorded. */
    public boolean isKept() {
        return !isPassedThrough() && !isTooLarge() && (!errorSent || errorWithoutBody) && !trailers;
    }

    /** The handler's headers among those that are replayed. */
    public List<Header> headers() {
        return withLanguage(handlerHeaders().among(replayHeaders.names(), target()));
    }

    /** Forgets what the handler has answered. */
    public void discard() {
        discardBody();
        handlerHeaders().restore(target());
        locale = null;
        errorSent = false;
        pendingError = null;
        reopen();
    }

    @Override
    public void sendError(int status) throws IOException {
        sendError(status, null);
    }

    @Override
    public void sendError(int status, @Nullable String message) throws IOException {
        error();
        SentError error = new SentError(status, message);
        if (release == Release.WHEN_COMMITTED) {
            pendingError = error;
            target().setStatus(status);
        } else {
            error.sendTo(target());
        }
    }

    /** Hands the error to the container, if that had to wait. */
    public void releaseError() throws IOException {
        SentError error = pendingError;
        pendingError = null;
        if (error != null) {
            error.sendTo(target());
        }
    }

    private void error() {
        requireUncommitted();
        errorSent = true;
        discardBody();
        close();
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
        close();
    }

    @Override
    public void setTrailerFields(Supplier<Map<String, String>> supplier) {
        trailers = true;
        target().setTrailerFields(supplier);
    }

    /** Some containers do not show the header that they make of it. */
    @Override
    public void setLocale(Locale locale) {
        this.locale = locale;
        handlerHeaders().set("Content-Language");
        handlerHeaders().set("Content-Type");
        target().setLocale(locale);
    }

    @Override
    public void reset() {
        super.reset();
        locale = null;
    }

    private List<Header> withLanguage(List<Header> headers) {
        Locale known = locale;
        if (known == null || headers.stream().anyMatch(header -> header.name().equalsIgnoreCase("Content-Language"))) {
            return headers;
        }
        headers.add(new Header("Content-Language", known.toLanguageTag()));
        return headers;
    }

    private record SentError(int status, @Nullable String message) {

        void sendTo(HttpServletResponse response) throws IOException {
            if (message == null) {
                response.sendError(status);
            } else {
                response.sendError(status, message);
            }
        }
    }

    /** Sends what was held back. */
    public void send() throws IOException {
        close();
        HttpServletResponse target = target();
        if (Replay.hasBody(target.getStatus()) && !trailers && !target.containsHeader("Transfer-Encoding")) {
            target.setContentLengthLong(size());
        }
        if (size() > 0) {
            writeTo(target.getOutputStream());
        }
    }
}
