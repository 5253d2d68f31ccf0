package dev.idempotency.client.reactive;

import dev.idempotency.client.internal.call.Answers;
import dev.idempotency.client.internal.call.LogicalCall;
import java.io.ByteArrayOutputStream;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.http.HttpHeaders;
import org.springframework.http.client.reactive.ClientHttpRequest;
import org.springframework.http.client.reactive.ClientHttpRequestDecorator;
import org.springframework.web.reactive.function.BodyInserter;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Keeps the bytes that the first attempt has written, and the headers that came with them, for the others. A body that was
 * begun and not written to its end, is too large, or is flushed piece by piece, can be sent once only.
 */
final class RepeatableBody implements BodyInserter<Object, ClientHttpRequest> {

    private final BodyInserter<?, ? super ClientHttpRequest> original;
    private final LogicalCall call;
    private volatile @Nullable Written written;

    RepeatableBody(BodyInserter<?, ? super ClientHttpRequest> original, LogicalCall call) {
        this.original = original;
        this.call = call;
    }

    @Override
    public Mono<Void> insert(ClientHttpRequest request, Context context) {
        Written known = written;
        return known == null ? original.insert(new Keeping(request), context) : known.writeTo(request);
    }

    private record Written(HttpHeaders headers, ByteArrayOutputStream bytes) {

        Mono<Void> writeTo(ClientHttpRequest request) {
            headers.forEach((name, values) -> {
                if (request.getHeaders().getFirst(name) == null) {
                    request.getHeaders().addAll(name, values);
                }
            });
            return request.writeWith(
                    Mono.fromSupplier(() -> request.bufferFactory().wrap(bytes.toByteArray())));
        }
    }

    private final class Keeping extends ClientHttpRequestDecorator {

        Keeping(ClientHttpRequest request) {
            super(request);
        }

        @Override
        public Mono<Void> writeWith(Publisher<? extends DataBuffer> body) {
            HttpHeaders headers = new HttpHeaders();
            getDelegate().getHeaders().forEach(headers::addAll);
            return super.writeWith(
                    body instanceof Mono<?> ? keptOne(headers, Mono.from(body)) : keptAll(headers, body));
        }

        @Override
        public Mono<Void> writeAndFlushWith(Publisher<? extends Publisher<? extends DataBuffer>> body) {
            call.cannotRepeat();
            return super.writeAndFlushWith(body);
        }

        private Mono<DataBuffer> keptOne(HttpHeaders headers, Mono<DataBuffer> body) {
            return body.doOnNext(buffer -> {
                Kept kept = new Kept();
                kept.add(buffer);
                end(headers, kept);
            });
        }

        private Flux<DataBuffer> keptAll(HttpHeaders headers, Publisher<? extends DataBuffer> body) {
            Kept kept = new Kept();
            AtomicBoolean isWhole = new AtomicBoolean();
            return Flux.<DataBuffer>from(body)
                    .doOnNext(kept::add)
                    .doOnComplete(() -> {
                        isWhole.set(true);
                        end(headers, kept);
                    })
                    .doFinally(signal -> {
                        if (!isWhole.get()) {
                            call.cannotRepeat();
                        }
                    });
        }

        /** The body was written. One that was not kept is asked for anew if the connector itself sends a request again. */
        private void end(HttpHeaders headers, Kept kept) {
            if (kept.isTooMuch) {
                call.cannotRepeat();
            } else {
                written = new Written(headers, kept.bytes);
            }
        }
    }

    /** The bytes of a body, as far as they are not too many. */
    private static final class Kept {

        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        private boolean isTooMuch;

        void add(DataBuffer buffer) {
            int length = buffer.readableByteCount();
            if (isTooMuch || bytes.size() + length > Answers.MOST_BYTES) {
                isTooMuch = true;
                return;
            }
            byte[] copy = new byte[length];
            int position = buffer.readPosition();
            buffer.read(copy);
            buffer.readPosition(position);
            bytes.writeBytes(copy);
        }
    }
}
