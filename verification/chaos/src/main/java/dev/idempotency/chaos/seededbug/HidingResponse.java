package dev.idempotency.chaos.seededbug;

import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpServletResponseWrapper;
import java.io.IOException;

/** Notes that the client is gone, and throws nothing. */
final class HidingResponse extends HttpServletResponseWrapper {

    static final String GONE = HidingResponse.class.getName() + ".GONE";

    private final ServletRequest request;

    HidingResponse(HttpServletResponse response, ServletRequest request) {
        super(response);
        this.request = request;
    }

    @Override
    public ServletOutputStream getOutputStream() throws IOException {
        return new InterceptedStream(super.getOutputStream(), write -> {
            try {
                write.run();
            } catch (IOException gone) {
                request.setAttribute(GONE, true);
            }
        });
    }

    @Override
    public void flushBuffer() {
        try {
            super.flushBuffer();
        } catch (IOException gone) {
            request.setAttribute(GONE, true);
        }
    }
}
