package dev.idempotency.spring.internal.web.async;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;

/**
 * Tells the watch before a request is completed. The container's own event for it comes when nothing can be written any more,
 * too late to record an answer first and then to send it.
 */
final class WatchedAsyncContext implements AsyncContext {

    private final AsyncContext context;
    private final AsyncWatch watch;

    WatchedAsyncContext(AsyncContext context, AsyncWatch watch) {
        this.context = context;
        this.watch = watch;
    }

    @Override
    public void complete() {
        try {
            watch.completing();
        } finally {
            context.complete();
        }
    }

    @Override
    public ServletRequest getRequest() {
        return context.getRequest();
    }

    @Override
    public ServletResponse getResponse() {
        return context.getResponse();
    }

    @Override
    public boolean hasOriginalRequestAndResponse() {
        return context.hasOriginalRequestAndResponse();
    }

    @Override
    public void dispatch() {
        context.dispatch();
    }

    @Override
    public void dispatch(String path) {
        context.dispatch(path);
    }

    @Override
    public void dispatch(ServletContext servletContext, String path) {
        context.dispatch(servletContext, path);
    }

    @Override
    public void start(Runnable run) {
        context.start(run);
    }

    @Override
    public void addListener(AsyncListener listener) {
        context.addListener(new RelayingListener(listener, watch));
    }

    @Override
    public void addListener(AsyncListener listener, ServletRequest request, ServletResponse response) {
        context.addListener(new RelayingListener(listener, watch), request, response);
    }

    @Override
    public <T extends AsyncListener> T createListener(Class<T> type) throws ServletException {
        return context.createListener(type);
    }

    @Override
    public void setTimeout(long timeout) {
        context.setTimeout(timeout);
    }

    @Override
    public long getTimeout() {
        return context.getTimeout();
    }
}
