package dev.idempotency.outsiders.shop;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicInteger;
import org.springframework.stereotype.Component;
import org.springframework.web.filter.OncePerRequestFilter;

/** Counts what reaches the handlers. A bean without an order comes last. */
@Component
class VisitFilter extends OncePerRequestFilter {

    private final AtomicInteger visits = new AtomicInteger();

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        response.setHeader("X-Visit", String.valueOf(visits.incrementAndGet()));
        chain.doFilter(request, response);
    }
}
