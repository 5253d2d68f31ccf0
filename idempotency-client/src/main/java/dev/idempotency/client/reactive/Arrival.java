package dev.idempotency.client.reactive;

import dev.idempotency.client.CallAnswer;
import dev.idempotency.client.internal.call.Answers;
import dev.idempotency.client.internal.call.LogicalCall;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferUtils;
import org.springframework.core.io.buffer.DefaultDataBufferFactory;
import org.springframework.http.HttpHeaders;
import org.springframework.web.reactive.function.client.ClientResponse;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Signal;

/** What came of an attempt. */
sealed interface Arrival {

    /** Tells it, and gets the pause until the next attempt; empty if this is the caller's. */
    Optional<Duration> tell(LogicalCall call);

    /** What the caller gets. */
    Mono<ClientResponse> forCaller();

    /** Nobody reads it. */
    Mono<Void> discard();

    /** An answer, in full or as far as it is kept. */
    record Answer(ClientResponse response, CallAnswer answer) implements Arrival {

        @Override
        public Optional<Duration> tell(LogicalCall call) {
            return call.pauseAfter(answer);
        }

        @Override
        public Mono<ClientResponse> forCaller() {
            return Mono.just(response);
        }

        @Override
        public Mono<Void> discard() {
            return response.releaseBody().onErrorComplete();
        }
    }

    /** The beginning of an answer. */
    record Broken(CallAnswer beginning, Throwable failure) implements Arrival {

        @Override
        public Optional<Duration> tell(LogicalCall call) {
            return call.pauseAfter(beginning, failure);
        }

        @Override
        public Mono<ClientResponse> forCaller() {
            return Mono.error(failure);
        }

        @Override
        public Mono<Void> discard() {
            return Mono.empty();
        }
    }

    /** No answer. */
    record Nothing(Throwable failure) implements Arrival {

        @Override
        public Optional<Duration> tell(LogicalCall call) {
            return call.pauseAfter(failure);
        }

        @Override
        public Mono<ClientResponse> forCaller() {
            return Mono.error(failure);
        }

        @Override
        public Mono<Void> discard() {
            return Mono.empty();
        }
    }

    /** Reads the response to its end, or until it is too large to be kept. */
    static Mono<Arrival> of(ClientResponse response) {
        HttpHeaders headers = response.headers().asHttpHeaders();
        int status = response.statusCode().value();
        CallAnswer beginning = new CallAnswer(status, headers::getFirst);
        if (!Answers.isToBeRead(headers.getFirst(HttpHeaders.CONTENT_TYPE), headers.getContentLength())) {
            return Mono.just(new Answer(response, beginning));
        }
        return response.bodyToFlux(DataBuffer.class)
                .map(Arrival::bytes)
                .bufferUntil(new IsTooMuch())
                .switchOnFirst((first, all) -> Flux.just(of(response, beginning, first, all)), false)
                .single();
    }

    private static Arrival of(
            ClientResponse response,
            CallAnswer beginning,
            Signal<? extends List<byte[]>> first,
            Flux<List<byte[]>> all) {
        Throwable failure = first.getThrowable();
        if (failure != null) {
            return new Broken(beginning, failure);
        }
        List<byte[]> buffers = first.get();
        byte[] bytes = joined(buffers == null ? List.of() : buffers);
        CallAnswer answer = new CallAnswer(beginning.status(), beginning.headers(), bytes);
        if (bytes.length > Answers.MOST_BYTES) {
            return new Answer(withBody(response, all.flatMapIterable(list -> list)), answer);
        }
        HttpHeaders headers = response.headers().asHttpHeaders();
        try {
            boolean isEncoded = headers.getFirst(HttpHeaders.CONTENT_ENCODING) != null;
            Answers.check(bytes.length, headers.getContentLength(), isEncoded);
        } catch (IOException e) {
            return new Broken(beginning, e);
        }
        return new Answer(withBody(response, bytes.length == 0 ? Flux.empty() : Flux.just(bytes)), answer);
    }

    private static ClientResponse withBody(ClientResponse response, Flux<byte[]> body) {
        return response.mutate()
                .body(read -> body.map(DefaultDataBufferFactory.sharedInstance::wrap))
                .build();
    }

    private static byte[] bytes(DataBuffer buffer) {
        byte[] bytes = new byte[buffer.readableByteCount()];
        buffer.read(bytes);
        DataBufferUtils.release(buffer);
        return bytes;
    }

    private static byte[] joined(List<byte[]> buffers) {
        ByteArrayOutputStream joined = new ByteArrayOutputStream();
        buffers.forEach(joined::writeBytes);
        return joined.toByteArray();
    }

    /** From the buffer on with which it is too much to be kept. */
    final class IsTooMuch implements Predicate<byte[]> {

        private long sum;

        @Override
        public boolean test(byte[] buffer) {
            sum += buffer.length;
            return sum > Answers.MOST_BYTES;
        }
    }
}
