package dev.idempotency.spring.internal.web;

import dev.idempotency.spring.problem.ProblemRenderer;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.time.Instant;

/** Writes answers that are not the handler's own, and the headers that are this filter's own. */
public final class ReplyWriter {

    static final String REPLAYED = "Idempotency-Replayed";
    static final String EXPIRES = "Idempotency-Expires";
    static final String UNPROTECTED = "Idempotency-Unprotected";

    private static final String OWN_HEADERS = String.join(", ", REPLAYED, EXPIRES, UNPROTECTED, "Retry-After");

    private final ProblemRenderer problems;
    private final CommitFailures commitFailures;
    private final boolean exposeHeaders;

    /**
     * @param problems writes refusals
     * @param commitFailures answers where a transaction could not be committed
     * @param exposeHeaders whether scripts of another origin are let see the headers of this filter
     */
    public ReplyWriter(ProblemRenderer problems, CommitFailures commitFailures, boolean exposeHeaders) {
        this.problems = problems;
        this.commitFailures = commitFailures;
        this.exposeHeaders = exposeHeaders;
    }

    void write(Reply reply, HttpServletRequest request, HttpServletResponse response) throws IOException {
        expose(request, response);
        reply.write(problems, request, response);
    }

    /** Answers a failed commit as if the handler had thrown it. Tells whether the response has been written. */
    boolean answerCommitFailure(RuntimeException failure, HttpServletRequest request, HttpServletResponse response) {
        return commitFailures.answer(failure, request, response);
    }

    void markKept(Instant until, HttpServletRequest request, HttpServletResponse response) {
        expose(request, response);
        response.setDateHeader(EXPIRES, until.toEpochMilli());
    }

    void markUnprotected(HttpServletRequest request, HttpServletResponse response) {
        expose(request, response);
        response.setHeader(UNPROTECTED, "true");
    }

    /** Only a request from another origin needs it; no other answer changes. It allows nothing that CORS has not allowed. */
    private void expose(HttpServletRequest request, HttpServletResponse response) {
        if (exposeHeaders && request.getHeader("Origin") != null) {
            response.addHeader("Access-Control-Expose-Headers", OWN_HEADERS);
        }
    }
}
