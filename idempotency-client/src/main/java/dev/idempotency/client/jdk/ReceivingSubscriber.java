package dev.idempotency.client.jdk;

import dev.idempotency.client.internal.call.Answers;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodySubscriber;
import java.net.http.HttpResponse.BodySubscribers;
import java.net.http.HttpResponse.ResponseInfo;
import java.net.http.HttpTimeoutException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * Receives a body to its end, so that one that breaks off is found out before the application has seen any of it. Of one that is
 * too large to be kept, the application's handler gets the beginning, and then the rest as it comes.
 *
 * <p>It stands behind a subscriber of the JDK, which goes on where the last bytes arrive. With any other one there would be a
 * change of threads more for each call.
 */
final class ReceivingSubscriber<T> implements Flow.Subscriber<List<ByteBuffer>> {

    private final BodyHandler<T> handler;
    private final ResponseInfo info;
    private final Optional<Duration> limit;
    private final long contentLength;
    private final ByteArrayOutputStream kept = new ByteArrayOutputStream();
    private final CompletableFuture<Void> timer = new CompletableFuture<>();
    private final BodySubscriber<Received<T>> outer =
            BodySubscribers.fromSubscriber(this, ReceivingSubscriber::received);

    /** Whether it is clear what becomes of the body: it is whole, broken, too late, or too large. */
    private final AtomicBoolean isDecided = new AtomicBoolean();

    private Flow.@Nullable Subscription subscription;
    private @Nullable Continuation rest;
    private @Nullable Received<T> received;
    private boolean isPassingOn;

    private ReceivingSubscriber(BodyHandler<T> handler, ResponseInfo info, Optional<Duration> limit) {
        this.handler = handler;
        this.info = info;
        this.limit = limit;
        this.contentLength = info.headers().firstValueAsLong("Content-Length").orElse(-1);
    }

    /** @param limit for how long it may receive what it keeps; not for what flows through to the application */
    static <T> BodySubscriber<Received<T>> of(BodyHandler<T> handler, ResponseInfo info, Optional<Duration> limit) {
        return new ReceivingSubscriber<>(handler, info, limit).outer;
    }

    private Received<T> received() {
        return Objects.requireNonNull(received, "received");
    }

    @Override
    public void onSubscribe(Flow.Subscription given) {
        subscription = given;
        String type = info.headers().firstValue("Content-Type").orElse("");
        if (Answers.isToBeRead(type, contentLength)) {
            limit.ifPresent(rest -> limit(rest, given));
            given.request(contentLength < 0 ? 1 : Long.MAX_VALUE);
        } else {
            isDecided.set(true);
            passOn(given);
        }
    }

    @SuppressWarnings("FutureReturnValueIgnored")
    private void limit(Duration rest, Flow.Subscription source) {
        timer.orTimeout(Math.max(1, rest.toNanos()), TimeUnit.NANOSECONDS).whenComplete((ended, late) -> {
            if (late != null && isDecided.compareAndSet(false, true)) {
                source.cancel();
                outer.onError(new HttpTimeoutException("The answer took too long"));
            }
        });
    }

    @Override
    public void onNext(List<ByteBuffer> buffers) {
        if (rest != null) {
            rest.onNext(buffers);
            return;
        }
        for (ByteBuffer buffer : buffers) {
            byte[] bytes = new byte[buffer.remaining()];
            buffer.get(bytes);
            kept.writeBytes(bytes);
        }
        Flow.Subscription source = Objects.requireNonNull(subscription, "subscription");
        if (kept.size() > Answers.MOST_BYTES) {
            if (isDecided.compareAndSet(false, true)) {
                passOn(source);
            }
        } else if (contentLength < 0) {
            source.request(1);
        }
    }

    /** For the JDK, the body ends here. */
    private void passOn(Flow.Subscription given) {
        timer.complete(null);
        byte[] beginning = kept.toByteArray();
        Continuation continuation = new Continuation(beginning, given);
        rest = continuation;
        received = new Received<>(
                beginning,
                () -> {
                    BodySubscriber<T> subscriber = handler.apply(info);
                    continuation.to(subscriber);
                    return subscriber.getBody();
                },
                given::cancel);
        isPassingOn = true;
        outer.onComplete();
        isPassingOn = false;
    }

    @Override
    public void onError(Throwable failure) {
        timer.complete(null);
        if (rest != null) {
            rest.onError(failure);
        } else {
            isDecided.set(true);
        }
    }

    @Override
    public void onComplete() {
        if (rest != null) {
            if (!isPassingOn) {
                rest.onComplete();
            }
        } else if (isDecided.compareAndSet(false, true)) {
            timer.complete(null);
            completed(kept.toByteArray());
        }
    }

    private void completed(byte[] bytes) {
        try {
            Answers.check(bytes.length, isEmptyByRule() ? 0 : contentLength, false);
            received = new Received<>(bytes, () -> whole(bytes), () -> {});
        } catch (IOException e) {
            outer.onError(e);
        }
    }

    private boolean isEmptyByRule() {
        return info.statusCode() == 204 || info.statusCode() == 304;
    }

    private CompletionStage<T> whole(byte[] bytes) {
        BodySubscriber<T> subscriber = handler.apply(info);
        Continuation continuation = new Continuation(bytes, null);
        continuation.onComplete();
        continuation.to(subscriber);
        return subscriber.getBody();
    }
}
