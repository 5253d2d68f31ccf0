package dev.idempotency.spring.internal.web.app;

import dev.idempotency.spring.problem.ProblemRenderer;
import dev.idempotency.spring.problem.ProblemReport;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** The code alone, and what else a test wants to see. */
final class PlainProblems implements ProblemRenderer {

    @Override
    public void render(ProblemReport report, HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        response.setStatus(report.problem().defaultStatus());
        if (report.retryAfter() != null) {
            response.setHeader("Retry-After", String.valueOf(report.retryAfter().toSeconds()));
        }
        response.setContentType("application/problem+json");
        String json =
                "{\"code\":\"" + report.problem().code() + "\",\"originalStatus\":" + report.originalStatus() + "}";
        response.getOutputStream().write(json.getBytes(StandardCharsets.UTF_8));
    }
}
