package dev.idempotency.spring.internal.web.async;

import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;

/** Passes the container's events on to the watch. */
final class WatchListener implements AsyncListener {

    private final AsyncWatch watch;

    WatchListener(AsyncWatch watch) {
        this.watch = watch;
    }

    @Override
    public void onComplete(AsyncEvent event) {
        watch.completed();
    }

    @Override
    public void onTimeout(AsyncEvent event) {
        watch.timedOut();
    }

    @Override
    public void onError(AsyncEvent event) {
        Throwable cause = event.getThrowable();
        watch.failed(cause != null ? cause : new IllegalStateException("Asynchronous processing failed"));
    }

    /** A new start forgets all listeners. */
    @Override
    public void onStartAsync(AsyncEvent event) {
        watch.started();
        event.getAsyncContext().addListener(this);
    }
}
