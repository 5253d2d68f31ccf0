package dev.idempotency.benchmarks.application;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.stereotype.Component;
import org.springframework.web.filter.OncePerRequestFilter;

/** Believes whoever says who calls, in place of an authentication that would be measured along. */
@Component
@Order(Ordered.HIGHEST_PRECEDENCE)
class CallerFilter extends OncePerRequestFilter {

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        request.setAttribute("caller", request.getHeader("Caller"));
        chain.doFilter(request, response);
    }
}
