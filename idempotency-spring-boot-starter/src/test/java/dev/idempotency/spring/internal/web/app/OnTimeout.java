package dev.idempotency.spring.internal.web.app;

import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import java.util.function.Consumer;

/** Does something when the time is over. */
record OnTimeout(Consumer<AsyncEvent> action) implements AsyncListener {

    @Override
    public void onTimeout(AsyncEvent event) {
        action.accept(event);
    }

    @Override
    public void onComplete(AsyncEvent event) {}

    @Override
    public void onError(AsyncEvent event) {}

    @Override
    public void onStartAsync(AsyncEvent event) {}
}
