package dev.idempotency.spring.web.response;

import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpServletResponseWrapper;
import org.jspecify.annotations.Nullable;

/**
 * Takes note of the headers that the handler sets, and keeps back what it says about the length, in whichever of the many ways: while the body is held back, nobody knows
 * it yet. It is passed on when the body passes through.
 */
abstract sealed class LengthCapture extends HttpServletResponseWrapper permits BodyCapture {

    static final long UNKNOWN_LENGTH = -1;

    private static final String CONTENT_LENGTH = "Content-Length";
    private static final String CONTENT_TYPE = "Content-Type";

    private final HandlerHeaders headers;
    private long declaredLength = UNKNOWN_LENGTH;

    LengthCapture(HttpServletResponse response, HandlerHeaders headers) {
        super(response);
        this.headers = headers;
    }

    final HandlerHeaders handlerHeaders() {
        return headers;
    }

    final long declaredLength() {
        return declaredLength;
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
}
