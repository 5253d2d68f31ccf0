package dev.idempotency.spring.problem;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/** Answers a request with a problem. An application with an error format of its own defines a bean of this type. */
@FunctionalInterface
public interface ProblemRenderer {

    /** Writes status, headers and body of the answer. Nothing has been written before. */
    void render(ProblemReport report, HttpServletRequest request, HttpServletResponse response) throws IOException;
}
