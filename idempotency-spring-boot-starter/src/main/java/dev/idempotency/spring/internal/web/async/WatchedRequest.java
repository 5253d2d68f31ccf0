package dev.idempotency.spring.internal.web.async;

import dev.idempotency.spring.internal.web.response.ForwardDispatcher;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import org.jspecify.annotations.Nullable;

/** A request that reports to a watch when it goes asynchronous, and how that ends. */
public final class WatchedRequest extends HttpServletRequestWrapper {

    private final AsyncWatch watch;

    public WatchedRequest(HttpServletRequest request, AsyncWatch watch) {
        super(request);
        this.watch = watch;
    }

    /** As if named with this request and the watched response: the container would take the ones without any wrapper. */
    @Override
    public AsyncContext startAsync() {
        return startAsync(this, watch.response());
    }

    @Override
    public AsyncContext startAsync(ServletRequest request, ServletResponse response) {
        watch.starting();
        return watched(super.startAsync(request, response));
    }

    /** A mocked request has none until it goes asynchronous, where a container's would throw. */
    @Override
    public @Nullable AsyncContext getAsyncContext() {
        AsyncContext context = super.getAsyncContext();
        return context == null ? null : new WatchedAsyncContext(context, watch);
    }

    @Override
    public @Nullable RequestDispatcher getRequestDispatcher(String path) {
        RequestDispatcher dispatcher = super.getRequestDispatcher(path);
        return dispatcher == null ? null : new ForwardDispatcher(dispatcher);
    }

    /** Watches asynchronous processing that the application started on the unwrapped request. */
    public void watchStartedElsewhere() {
        watched(super.getAsyncContext());
    }

    private AsyncContext watched(AsyncContext context) {
        watch.started();
        context.addListener(new WatchListener(watch));
        return new WatchedAsyncContext(context, watch);
    }
}
