package dev.idempotency.spring.internal.web;

import dev.idempotency.spring.internal.web.response.CapturedResponse;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.EnumSet;
import java.util.Set;
import org.springframework.core.Ordered;

/**
 * Records errors with the body that the client gets.
 *
 * <p>{@code sendError} writes no body: that is what many of Spring's own answers come from, such as those to malformed JSON, to
 * a failed validation or to a {@code ResponseStatusException}. The container takes note, lets all filters return and then starts
 * a dispatch of its own to the error page. So {@link IdempotencyFilter} leaves such a request unfinished, and this filter
 * catches what the error page writes, records it and sends it. The first answer is what it would be without any filter, and
 * the replay is the same, time stamp and all.
 *
 * <p>It stands in front of all others, because another filter may answer in place of the error page, or throw. The end
 * of this dispatch is the last chance to end the run: if there is no body by then, the status is recorded without one.
 *
 * <p>The error page of an application in a foreign container is reached by a forward.
 */
public final class ErrorAnswerFilter implements Filter {

    /** In front of all filters that could answer. */
    public static final int ORDER = Ordered.HIGHEST_PRECEDENCE;

    /** The dispatches that this filter must be registered for. */
    public static Set<DispatcherType> dispatcherTypes() {
        return EnumSet.of(DispatcherType.ERROR, DispatcherType.FORWARD);
    }

    @Override
    public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        DispatchTracker running = DispatchTracker.of(request);
        if (running == null || running.ending().hasEnded()) {
            chain.doFilter(request, response);
        } else if (running.response().isErrorSent()) {
            render(running, (HttpServletRequest) request, (HttpServletResponse) response, chain);
        } else {
            if (request.getDispatcherType() == DispatcherType.ERROR) {
                running.abandoned();
            }
            chain.doFilter(request, response);
        }
    }

    private void render(
            DispatchTracker running, HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        if (!running.startRendering()) {
            chain.doFilter(request, response);
            return;
        }
        CapturedResponse page = running.response().continuedOn(response);
        try {
            chain.doFilter(request, page);
        } catch (IOException | ServletException | RuntimeException | Error thrown) {
            running.ending().answered(running.response());
            throw thrown;
        }
        running.ending().answered(page);
    }
}
