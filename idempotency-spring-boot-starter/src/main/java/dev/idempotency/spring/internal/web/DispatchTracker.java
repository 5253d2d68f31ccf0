package dev.idempotency.spring.internal.web;

import dev.idempotency.spring.internal.web.async.AsyncWatch;
import dev.idempotency.spring.internal.web.async.WatchedRequest;
import dev.idempotency.spring.internal.web.response.CapturedResponse;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.web.util.WebUtils;

/**
 * Knows when a request that runs is over: its handler runs in one dispatch of the container or in several.
 *
 * <pre>
 *   in a dispatch ──returns──▶ ended
 *     ▲       └──asynchronous──▶ between dispatches ──complete──▶ ended
 *     └──────────dispatch───────────────┘
 * </pre>
 *
 * <p>A dispatch that returns while the request goes on asynchronously ends nothing. One that ends in {@code sendError} leaves
 * the end to the error page, see {@link ErrorAnswerFilter}. What completes a request inside a dispatch may still write
 * until that returns.
 */
final class DispatchTracker implements AsyncWatch {

    private static final Logger log = LoggerFactory.getLogger(DispatchTracker.class);
    private static final String ATTRIBUTE = DispatchTracker.class.getName();

    private final RunEnding ending;
    private final WatchedRequest request;
    private final CapturedResponse response;
    private final boolean errorPages;

    private final Object lock = new Object();
    private boolean inDispatch;
    private boolean async;
    private boolean completing;
    private boolean rendering;
    private volatile @Nullable IllegalStateException refused;

    private DispatchTracker(
            RunEnding ending, HttpServletRequest request, CapturedResponse response, boolean errorPages) {
        this.ending = ending;
        this.request = new WatchedRequest(request, this);
        this.response = response;
        this.errorPages = errorPages;
    }

    /** Hands a request on. If the container renders errors by a dispatch of its own, that ends it where there is one. */
    static void run(
            RunEnding ending,
            HttpServletRequest request,
            CapturedResponse response,
            boolean errorPages,
            FilterChain chain)
            throws IOException, ServletException {
        DispatchTracker running = new DispatchTracker(ending, request, response, errorPages);
        running.request.setAttribute(ATTRIBUTE, running);
        running.dispatch(running.request, response, chain);
    }

    static @Nullable DispatchTracker of(ServletRequest request) {
        return (DispatchTracker) request.getAttribute(ATTRIBUTE);
    }

    RunEnding ending() {
        return ending;
    }

    @Override
    public CapturedResponse response() {
        return response;
    }

    /** The container hands over what asynchronous processing was started with: mostly this request, perhaps wrapped again. */
    void runOn(HttpServletRequest given, HttpServletResponse givenResponse, FilterChain chain)
            throws IOException, ServletException {
        boolean same = WebUtils.getNativeRequest(given, WatchedRequest.class) != null
                && WebUtils.getNativeResponse(givenResponse, CapturedResponse.class) != null;
        dispatch(same ? given : request, same ? givenResponse : response, chain);
    }

    private void dispatch(HttpServletRequest given, ServletResponse givenResponse, FilterChain chain)
            throws IOException, ServletException {
        synchronized (lock) {
            inDispatch = true;
            async = false;
            completing = false;
        }
        try {
            chain.doFilter(given, givenResponse);
            lookIfItGoesOn(given);
        } catch (IOException | ServletException | RuntimeException | Error thrown) {
            threw(thrown);
            throw thrown;
        }
        throwIfRefused();
        if (!leave()) {
            endIfTransactional();
        } else if (awaitsErrorPage()) {
            ending.errorPending(response, given);
        } else {
            ending.answered(response, given);
        }
    }

    /**
     * The handler, past our wrapper, has made the container's own request asynchronous. The request is ended, so that
     * the asynchronous work cannot answer any more.
     */
    private void endIfTransactional() throws IOException {
        if (ending.isTransactional()) {
            IllegalStateException refusal = ending.cannotGoOn();
            log.error(
                    "The handler went asynchronous in mode TRANSACTIONAL; the request is ended and its work rolled back",
                    refusal);
            ending.end(refusal, response);
        }
    }

    private void threw(Throwable thrown) {
        if (DepartedClient.causedBy(thrown, response)) {
            end();
        } else {
            ending.threw(thrown, response);
        }
    }

    /** As long as this dispatch has not been left, nobody can end the request meanwhile. */
    private void lookIfItGoesOn(HttpServletRequest given) {
        boolean goesOn;
        synchronized (lock) {
            if (!async && request.isAsyncStarted()) {
                request.watchStartedElsewhere();
            }
            goesOn = async;
        }
        if (goesOn) {
            ending.look(given);
        }
    }

    /** Returns whether the request is over. */
    private boolean leave() {
        synchronized (lock) {
            inDispatch = false;
            return !async || completing;
        }
    }

    private boolean awaitsErrorPage() {
        if (!response.isErrorSent() || !errorPages) {
            return false;
        }
        if (MockedRequest.isOne(request)) {
            response.endWithError();
            return false;
        }
        return true;
    }

    /** Tells whether it is the first to render the error that was sent. An error page may forward to another. */
    boolean startRendering() {
        synchronized (lock) {
            boolean first = !rendering;
            rendering = true;
            return first;
        }
    }

    /**
     * The exception is thrown in the end even if an exception handler answers it, because the asynchronous work may
     * already run.
     */
    @Override
    public void starting() {
        if (ending.isTransactional()) {
            IllegalStateException refusal = ending.cannotGoOn();
            refused = refusal;
            throw refusal;
        }
    }

    private void throwIfRefused() {
        IllegalStateException refusal = refused;
        if (refusal != null) {
            log.error(
                    "The handler went asynchronous in mode TRANSACTIONAL; any other answer to the request is discarded",
                    refusal);
            ending.threw(refusal, response);
            response.discard();
            throw refusal;
        }
    }

    @Override
    public void started() {
        synchronized (lock) {
            async = true;
        }
    }

    @Override
    public void completing() {
        synchronized (lock) {
            if (inDispatch) {
                completing = true;
                return;
            }
        }
        if (awaitsErrorPage()) {
            ending.errorAwaited();
        } else {
            end();
        }
    }

    /** What the client does not get any more was recorded all the same. */
    private void end() {
        try {
            ending.answered(response);
        } catch (IOException e) {
            log.debug("The answer was recorded, but could not be sent", e);
        }
    }

    @Override
    public void timedOut() {
        ending.interrupted();
    }

    @Override
    public void failed(Throwable cause) {
        if (cause instanceof IOException failure) {
            response.clientFailed(failure);
        }
        ending.interrupted();
    }

    /**
     * In most cases the request has ended before, or the error page comes next. If not, no answer can be sent any
     * more.
     */
    @Override
    public void completed() {
        if (ending.hasEnded() || awaitsErrorPage()) {
            return;
        }
        abandoned();
    }

    /** The container has ended the request by itself. */
    void abandoned() {
        if (response.isPassedThrough()) {
            end();
            return;
        }
        ending.interrupted();
        ending.threw(new IllegalStateException("The request was ended without an answer of its handler"), response);
    }
}
