package dev.idempotency.spring.web.response;

import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpServletResponseWrapper;
import org.jspecify.annotations.Nullable;

/**
 * Keeps back what the handler says about the length, in whichever of the many ways: while the body is held back, nobody knows
 * it yet. It is passed on when the body passes through.
 */
abstract sealed class LengthCapture extends HttpServletResponseWrapper permits BodyCapture {

    static final long UNKNOWN_LENGTH = -1;

    private static final String CONTENT_LENGTH = "Content-Length";
    private static final String CONTENT_TYPE = "Content-Type";

    private long declaredLength = UNKNOWN_LENGTH;

    LengthCapture(HttpServletResponse response) {
        super(response);
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
}
