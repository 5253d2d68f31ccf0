package dev.idempotency.spring.internal.web.async;

import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import java.io.IOException;

/** Hands the application's listener events whose context is watched too: it may complete the request. */
final class RelayingListener implements AsyncListener {

    private final AsyncListener target;
    private final AsyncWatch watch;

    RelayingListener(AsyncListener target, AsyncWatch watch) {
        this.target = target;
        this.watch = watch;
    }

    @Override
    public void onComplete(AsyncEvent event) throws IOException {
        target.onComplete(watched(event));
    }

    @Override
    public void onTimeout(AsyncEvent event) throws IOException {
        target.onTimeout(watched(event));
    }

    @Override
    public void onError(AsyncEvent event) throws IOException {
        target.onError(watched(event));
    }

    @Override
    public void onStartAsync(AsyncEvent event) throws IOException {
        target.onStartAsync(watched(event));
    }

    private AsyncEvent watched(AsyncEvent event) {
        return new AsyncEvent(
                new WatchedAsyncContext(event.getAsyncContext(), watch),
                event.getSuppliedRequest(),
                event.getSuppliedResponse(),
                event.getThrowable());
    }
}
