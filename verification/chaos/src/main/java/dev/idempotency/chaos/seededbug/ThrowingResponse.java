package dev.idempotency.chaos.seededbug;

import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpServletResponseWrapper;
import java.io.IOException;

/** Throws, for a client that is gone, an exception that nobody has seen before. */
final class ThrowingResponse extends HttpServletResponseWrapper {

    private final ServletRequest request;

    ThrowingResponse(HttpServletResponse response, ServletRequest request) {
        super(response);
        this.request = request;
    }

    @Override
    public ServletOutputStream getOutputStream() throws IOException {
        return new InterceptedStream(super.getOutputStream(), write -> {
            write.run();
            if (request.getAttribute(HidingResponse.GONE) != null) {
                throw new IOException("Broken pipe");
            }
        });
    }
}
