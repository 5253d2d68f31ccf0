package dev.idempotency.benchmarks.application;

import dev.idempotency.spring.internal.web.IdempotencyFilter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.springframework.core.annotation.Order;
import org.springframework.stereotype.Component;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Refuses every request to a path at once, where a sprayed key is refused and by the same bytes, but without a thought: what such
 * an answer costs whoever gives it.
 */
@Component
@Order(IdempotencyFilter.DEFAULT_ORDER - 1)
class RefusalFilter extends OncePerRequestFilter {

    private static final int TOO_MANY = 429;
    private static final byte[] BODY = ("{\"type\":\"urn:idempotency:problem:quota-exceeded\","
                    + "\"title\":\"Too many idempotency keys\",\"status\":429,"
                    + "\"detail\":\"Too many idempotency keys are in use. Send the same request again later.\","
                    + "\"code\":\"idempotency_quota_exceeded\",\"retryable\":true}")
            .getBytes(StandardCharsets.UTF_8);

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        if (!request.getRequestURI().equals("/refused")) {
            chain.doFilter(request, response);
            return;
        }
        response.setStatus(TOO_MANY);
        response.setHeader("Retry-After", "1");
        response.setContentType("application/problem+json");
        response.setContentLength(BODY.length);
        response.getOutputStream().write(BODY);
    }
}
