package dev.idempotency.client.jdk;

import dev.idempotency.client.CallAnswer;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodySubscriber;
import java.net.http.HttpResponse.ResponseInfo;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Receives the body of one attempt before the application's handler gets it, and remembers how the answer began. */
final class ReceivingHandler<T> implements BodyHandler<Received<T>> {

    private final BodyHandler<T> handler;
    private final Optional<Duration> limit;
    private final long begin = System.nanoTime();
    private volatile @Nullable ResponseInfo begun;

    /** @param limit the time-out of the attempt, which begins now. The JDK's own ends as soon as there are headers. */
    ReceivingHandler(BodyHandler<T> handler, Optional<Duration> limit) {
        this.handler = handler;
        this.limit = limit;
    }

    @Override
    public BodySubscriber<Received<T>> apply(ResponseInfo info) {
        begun = info;
        return ReceivingSubscriber.of(handler, info, limit.map(whole -> whole.minusNanos(System.nanoTime() - begin)));
    }

    /** Status and headers; empty if none arrived. */
    Optional<CallAnswer> beginning() {
        return Optional.ofNullable(begun)
                .map(info -> new CallAnswer(
                        info.statusCode(),
                        name -> info.headers().firstValue(name).orElse(null)));
    }
}
