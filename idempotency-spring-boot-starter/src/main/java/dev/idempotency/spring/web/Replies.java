package dev.idempotency.spring.web;

import dev.idempotency.spring.problem.ProblemRenderer;
import dev.idempotency.spring.web.response.Replay;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.time.Instant;

/** Step 8 of a request's way: writes the answer, with the headers that are this filter's own. */
final class Replies {

    static final String REPLAYED = "Idempotency-Replayed";
    static final String EXPIRES = "Idempotency-Expires";
    static final String UNPROTECTED = "Idempotency-Unprotected";

    private static final String OWN_HEADERS = String.join(", ", REPLAYED, EXPIRES, UNPROTECTED, "Retry-After");

    private final ProblemRenderer renderer;
    private final boolean exposeHeaders;

    Replies(ProblemRenderer renderer, boolean exposeHeaders) {
        this.renderer = renderer;
        this.exposeHeaders = exposeHeaders;
    }

    void write(Reply reply, HttpServletRequest request, HttpServletResponse response) throws IOException {
        expose(request, response);
        if (reply instanceof Reply.Again again) {
            response.setHeader(REPLAYED, "true");
            response.setDateHeader(EXPIRES, again.expiresAt().toEpochMilli());
            Replay.write(again.response(), response);
        } else if (reply instanceof Reply.Refusal refusal) {
            renderer.render(refusal.report(), request, response);
        }
    }

    void markKept(Instant until, HttpServletRequest request, HttpServletResponse response) {
        expose(request, response);
        response.setDateHeader(EXPIRES, until.toEpochMilli());
    }

    void markUnprotected(HttpServletRequest request, HttpServletResponse response) {
        expose(request, response);
        response.setHeader(UNPROTECTED, "true");
    }

    /** Only who comes from another origin needs it; no other answer changes. It allows nothing that CORS has not allowed. */
    private void expose(HttpServletRequest request, HttpServletResponse response) {
        if (exposeHeaders && request.getHeader("Origin") != null) {
            response.addHeader("Access-Control-Expose-Headers", OWN_HEADERS);
        }
    }
}
