package dev.idempotency.client.jdk;

import dev.idempotency.client.internal.call.Answers;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodySubscriber;
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
import org.jspecify.annotations.Nullable;

/**
 * Receives a body to its end, so that one that breaks off is found out before the application has seen any of it. Of one that is
 * too large to be kept, the application's handler gets the beginning, and then the rest as it comes.
 */
final class ReceivingSubscriber<T> implements BodySubscriber<Received<T>> {

    private final BodyHandler<T> handler;
    private final ResponseInfo info;
    private final Optional<Duration> limit;
    private final long contentLength;
    private final CompletableFuture<Received<T>> received = new CompletableFuture<>();
    private final ByteArrayOutputStream kept = new ByteArrayOutputStream();
    private Flow.@Nullable Subscription subscription;
    private @Nullable Continuation rest;

    /** @param limit for how long it may receive what it keeps; not for what flows through to the application */
    ReceivingSubscriber(BodyHandler<T> handler, ResponseInfo info, Optional<Duration> limit) {
        this.handler = handler;
        this.info = info;
        this.limit = limit;
        this.contentLength = info.headers().firstValueAsLong("Content-Length").orElse(-1);
    }

    @Override
    public CompletionStage<Received<T>> getBody() {
        return received;
    }

    @Override
    public void onSubscribe(Flow.Subscription given) {
        subscription = given;
        String type = info.headers().firstValue("Content-Type").orElse("");
        if (Answers.isToBeRead(type, contentLength)) {
            limit.ifPresent(rest -> limit(rest, given));
            given.request(contentLength < 0 ? 1 : Long.MAX_VALUE);
        } else {
            passOn(given);
        }
    }

    @SuppressWarnings("FutureReturnValueIgnored")
    private void limit(Duration rest, Flow.Subscription source) {
        CompletableFuture<Void> timer = new CompletableFuture<>();
        timer.orTimeout(Math.max(1, rest.toNanos()), TimeUnit.NANOSECONDS).whenComplete((ended, late) -> {
            if (late != null && received.completeExceptionally(new HttpTimeoutException("The answer took too long"))) {
                source.cancel();
            }
        });
        received.whenComplete((body, failure) -> timer.complete(null));
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
            passOn(source);
        } else if (contentLength < 0) {
            source.request(1);
        }
    }

    private void passOn(Flow.Subscription given) {
        byte[] beginning = kept.toByteArray();
        Continuation continuation = new Continuation(beginning, given);
        rest = continuation;
        received.complete(new Received<>(
                beginning,
                () -> {
                    BodySubscriber<T> subscriber = handler.apply(info);
                    continuation.to(subscriber);
                    return subscriber.getBody();
                },
                given::cancel));
    }

    @Override
    public void onError(Throwable failure) {
        if (rest != null) {
            rest.onError(failure);
        } else {
            received.completeExceptionally(failure);
        }
    }

    @Override
    public void onComplete() {
        if (rest != null) {
            rest.onComplete();
            return;
        }
        byte[] bytes = kept.toByteArray();
        try {
            Answers.check(bytes.length, isEmptyByRule() ? 0 : contentLength, false);
        } catch (IOException e) {
            received.completeExceptionally(e);
            return;
        }
        received.complete(new Received<>(bytes, () -> whole(bytes), () -> {}));
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
