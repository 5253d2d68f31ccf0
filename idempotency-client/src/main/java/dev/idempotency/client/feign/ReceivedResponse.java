package dev.idempotency.client.feign;

import dev.idempotency.client.CallAnswer;
import dev.idempotency.client.internal.call.Answers;
import dev.idempotency.client.internal.call.BlockingAttempts;
import dev.idempotency.client.internal.call.BrokenAnswer;
import feign.Response;
import java.io.IOException;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;

/** A response that arrived in full, or as far as it is kept. */
record ReceivedResponse(Response response, CallAnswer answer) implements BlockingAttempts.Attempted {

    static ReceivedResponse of(Response response) throws BrokenAnswer {
        CallAnswer beginning = new CallAnswer(
                response.status(), name -> first(response.headers(), name).orElse(null));
        long length = first(response.headers(), "Content-Length")
                .map(ReceivedResponse::length)
                .orElse(-1L);
        String type = first(response.headers(), "Content-Type").orElse("");
        if (response.body() == null || !Answers.isToBeRead(type, length)) {
            return new ReceivedResponse(response, beginning);
        }
        try {
            boolean isEncoded = first(response.headers(), "Content-Encoding").isPresent();
            long promised = Answers.promisedLength(response.status(), length);
            Answers.Body body = Answers.read(response.body().asInputStream(), promised, isEncoded);
            CallAnswer answer = new CallAnswer(beginning.status(), beginning.headers(), body.bytes());
            return new ReceivedResponse(withBody(response, body), answer);
        } catch (IOException e) {
            response.close();
            throw new BrokenAnswer(beginning, e);
        }
    }

    private static Response withBody(Response response, Answers.Body body) {
        if (body.rest().isPresent()) {
            return response.toBuilder().body(body.stream(), null).build();
        }
        response.close();
        return response.toBuilder().body(body.bytes()).build();
    }

    @Override
    public void discard() {
        response.close();
    }

    static Optional<String> first(Map<String, Collection<String>> headers, String name) {
        return headers.entrySet().stream()
                .filter(header -> name.equalsIgnoreCase(header.getKey()))
                .flatMap(header -> header.getValue().stream())
                .findFirst();
    }

    private static long length(String value) {
        try {
            return Long.parseLong(value.strip());
        } catch (NumberFormatException e) {
            return -1;
        }
    }
}
