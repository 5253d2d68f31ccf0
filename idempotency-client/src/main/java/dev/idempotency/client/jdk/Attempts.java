package dev.idempotency.client.jdk;

import dev.idempotency.client.internal.call.Answers;
import dev.idempotency.client.internal.call.LogicalCall;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodySubscriber;
import java.net.http.HttpResponse.BodySubscribers;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Flow;

/** The requests of the attempts: all with the same key, and with the bytes that the body had when it was read once. */
final class Attempts {

    private final HttpRequest request;
    private final LogicalCall call;
    private final String headerName;
    private final Optional<BodyPublisher> body;

    private Attempts(HttpRequest request, LogicalCall call, String headerName, Optional<BodyPublisher> body) {
        this.request = request;
        this.call = call;
        this.headerName = headerName;
        this.body = body;
    }

    /** Reads the body, unless its length is not known or too large: then there can be one attempt only. */
    static CompletableFuture<Attempts> of(HttpRequest request, LogicalCall call, String headerName) {
        Optional<BodyPublisher> body = request.bodyPublisher();
        if (body.isEmpty() || body.get().contentLength() == 0) {
            return CompletableFuture.completedFuture(new Attempts(request, call, headerName, body));
        }
        long length = body.get().contentLength();
        if (length < 0 || length > Answers.MOST_BYTES) {
            call.cannotRepeat();
            return CompletableFuture.completedFuture(new Attempts(request, call, headerName, body));
        }
        BodySubscriber<byte[]> bytes = BodySubscribers.ofByteArray();
        body.get().subscribe(new OneByOne(bytes));
        return bytes.getBody()
                .thenApply(
                        read -> new Attempts(request, call, headerName, Optional.of(BodyPublishers.ofByteArray(read))))
                .toCompletableFuture();
    }

    HttpRequest next() {
        HttpRequest.Builder next = HttpRequest.newBuilder(request, (name, value) -> true)
                .method(request.method(), body.orElseGet(BodyPublishers::noBody))
                .setHeader(headerName, call.headerValue());
        call.limit().ifPresent(rest -> next.timeout(shorter(rest)));
        return next.build();
    }

    private Duration shorter(Duration rest) {
        return request.timeout().filter(own -> own.compareTo(rest) < 0).orElse(rest);
    }

    /** Publishers of bodies give buffers, subscribers to bodies take lists of them. */
    private record OneByOne(BodySubscriber<byte[]> bytes) implements Flow.Subscriber<ByteBuffer> {

        @Override
        public void onSubscribe(Flow.Subscription subscription) {
            bytes.onSubscribe(subscription);
        }

        @Override
        public void onNext(ByteBuffer buffer) {
            bytes.onNext(List.of(buffer));
        }

        @Override
        public void onError(Throwable failure) {
            bytes.onError(failure);
        }

        @Override
        public void onComplete() {
            bytes.onComplete();
        }
    }
}
