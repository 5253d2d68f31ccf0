package dev.idempotency.client.jdk;

import java.net.http.HttpResponse.BodySubscriber;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;

/**
 * Leads a body, whose beginning was kept, to a subscriber that comes later: first the beginning, then what has come meanwhile,
 * then what still comes, each as it is asked for.
 */
final class Continuation implements Flow.Subscription {

    private final Queue<List<ByteBuffer>> waiting = new ArrayDeque<>();
    private final Flow.@Nullable Subscription source;
    private @Nullable BodySubscriber<?> subscriber;
    private @Nullable Throwable failure;
    private long wanted;
    private boolean isComplete;
    private boolean isOver;
    private boolean isDelivering;

    /** @param source where the rest comes from; null if the beginning is all */
    Continuation(byte[] beginning, Flow.@Nullable Subscription source) {
        this.source = source;
        if (beginning.length > 0) {
            waiting.add(List.of(ByteBuffer.wrap(beginning)));
        }
    }

    void to(BodySubscriber<?> given) {
        synchronized (this) {
            subscriber = given;
        }
        given.onSubscribe(this);
        deliver();
    }

    void onNext(List<ByteBuffer> buffers) {
        synchronized (this) {
            waiting.add(buffers);
        }
        deliver();
    }

    void onError(Throwable thrown) {
        synchronized (this) {
            failure = thrown;
            isComplete = true;
        }
        deliver();
    }

    void onComplete() {
        synchronized (this) {
            isComplete = true;
        }
        deliver();
    }

    @Override
    public void request(long n) {
        synchronized (this) {
            wanted = wanted + n < 0 ? Long.MAX_VALUE : wanted + n;
        }
        if (source != null) {
            source.request(n);
        }
        deliver();
    }

    @Override
    public void cancel() {
        synchronized (this) {
            isOver = true;
        }
        if (source != null) {
            source.cancel();
        }
    }

    /** One thread at a time gives the subscriber what it may have. */
    private void deliver() {
        while (true) {
            BodySubscriber<?> to;
            List<ByteBuffer> next;
            synchronized (this) {
                boolean isEnd = waiting.isEmpty() && isComplete;
                if (subscriber == null || isOver || isDelivering || (!isEnd && (waiting.isEmpty() || wanted == 0))) {
                    return;
                }
                to = subscriber;
                next = waiting.poll();
                isDelivering = true;
                isOver = isEnd;
                wanted = isEnd || wanted == Long.MAX_VALUE ? wanted : wanted - 1;
            }
            give(to, next);
            synchronized (this) {
                isDelivering = false;
            }
        }
    }

    private void give(BodySubscriber<?> to, @Nullable List<ByteBuffer> next) {
        if (next != null) {
            to.onNext(next);
        } else if (failure != null) {
            to.onError(failure);
        } else {
            to.onComplete();
        }
    }
}
