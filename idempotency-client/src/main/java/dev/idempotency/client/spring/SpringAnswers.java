package dev.idempotency.client.spring;

import dev.idempotency.client.CallAnswer;
import dev.idempotency.client.RetryAdvice;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.ResponseEntity;
import org.springframework.util.ClassUtils;
import org.springframework.web.client.RestClientResponseException;
import org.springframework.web.reactive.function.client.WebClientRequestException;
import org.springframework.web.reactive.function.client.WebClientResponseException;

/**
 * The advice on what Spring's clients give to their callers, for everything else that retries: {@code RestClient} and {@code
 * RestTemplate} and, where it is there, {@code WebClient}.
 */
public final class SpringAnswers {

    private static final boolean HAS_WEB_CLIENT = ClassUtils.isPresent(
            "org.springframework.web.reactive.function.client.WebClientResponseException",
            SpringAnswers.class.getClassLoader());

    private SpringAnswers() {}

    /**
     * The advice on what came of an attempt.
     *
     * @param result an exception or a {@link ResponseEntity}; there is no reason to repeat what led to any other value
     */
    public static RetryAdvice advice(@Nullable Object result) {
        if (result instanceof Throwable failure) {
            return onFailure(failure);
        }
        if (result instanceof ResponseEntity<?> entity) {
            byte[] body = entity.getBody() instanceof byte[] bytes ? bytes : new byte[0];
            return onAnswer(entity.getStatusCode().value(), entity.getHeaders(), body);
        }
        return new RetryAdvice.Never(false);
    }

    private static RetryAdvice onFailure(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof RestClientResponseException answered) {
                return onAnswer(
                        answered.getStatusCode().value(),
                        answered.getResponseHeaders(),
                        answered.getResponseBodyAsByteArray());
            }
            Optional<RetryAdvice> ofWebClient = HAS_WEB_CLIENT ? OfWebClient.advice(cause) : Optional.empty();
            if (ofWebClient.isPresent()) {
                return ofWebClient.get();
            }
        }
        return RetryAdvice.on(failure);
    }

    private static RetryAdvice onAnswer(int status, @Nullable HttpHeaders headers, byte[] body) {
        HttpHeaders known = headers == null ? new HttpHeaders() : headers;
        return RetryAdvice.on(new CallAnswer(status, known::getFirst, body));
    }

    /** Apart, so that it is loaded only where these types are. */
    private static final class OfWebClient {

        static Optional<RetryAdvice> advice(Throwable failure) {
            if (failure instanceof WebClientResponseException answered) {
                return Optional.of(onAnswer(
                        answered.getStatusCode().value(),
                        answered.getHeaders(),
                        answered.getResponseBodyAsByteArray()));
            }
            return failure instanceof WebClientRequestException
                    ? Optional.of(RetryAdvice.on(failure))
                    : Optional.empty();
        }
    }

    /** How long to wait by the advice, if it is to send it again; zero if the server does not say. */
    public static Optional<Duration> notBefore(RetryAdvice advice) {
        return advice instanceof RetryAdvice.Again again
                ? Optional.of(again.notBefore().orElse(Duration.ZERO))
                : Optional.empty();
    }
}
