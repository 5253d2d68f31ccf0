package dev.idempotency.client;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.HttpRetryException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.UnresolvedAddressException;
import java.security.cert.CertificateException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import javax.net.ssl.SSLPeerUnverifiedException;

/** Whether a request may be sent again with the same key and body: a function of its answer or failure and of nothing else. */
public sealed interface RetryAdvice {

    /**
     * Send it again.
     *
     * @param notBefore how long the server wants the client to wait; empty if it does not say
     * @param expires after which time the server will have forgotten the key; empty if it does not say
     */
    record Again(Optional<Duration> notBefore, Optional<Duration> expires) implements RetryAdvice {}

    /**
     * Do not.
     *
     * @param keyReused whether the key belongs to another request
     */
    record Never(boolean keyReused) implements RetryAdvice {}

    /** For an answer. */
    static RetryAdvice on(CallAnswer answer) {
        boolean isError = answer.status() >= 400 || answer.isProblem();
        if (!isError) {
            return new Never(false);
        }
        Map<String, String> members = answer.members();
        ErrorCodes codes = new ErrorCodes(members);
        if (codes.isKeyReused()) {
            return new Never(true);
        }
        boolean isWorthIt = told(answer, members)
                .orElseGet(() -> codes.isRetryable(
                        answer.status(), answer.header("Retry-After").isPresent()));
        return isWorthIt ? new Again(HttpDates.retryAfter(answer), HttpDates.expiry(answer)) : new Never(false);
    }

    /** What the server says itself; empty if it does not, or says neither yes nor no. */
    private static Optional<Boolean> told(CallAnswer answer, Map<String, String> members) {
        Optional<String> ofProblem =
                answer.isProblem() ? Optional.ofNullable(members.get("retryable")) : Optional.empty();
        return Stream.of(answer.header("Stripe-Should-Retry"), answer.header("X-Should-Retry"), ofProblem)
                .flatMap(Optional::stream)
                .filter(value -> "true".equalsIgnoreCase(value) || "false".equalsIgnoreCase(value))
                .map(Boolean::valueOf)
                .findFirst();
    }

    /** After which time the server will have forgotten the key; empty if the answer does not say. */
    static Optional<Duration> expiryOf(CallAnswer answer) {
        return HttpDates.expiry(answer);
    }

    /** For an attempt that broke, before there was an answer or in the middle of it. What Netty throws is often no I/O exception. */
    static RetryAdvice on(Throwable failure) {
        boolean hasIoFailure = false;
        for (Throwable cause : causes(failure)) {
            if (isForGood(cause)) {
                return new Never(false);
            }
            hasIoFailure |= cause instanceof IOException
                    || cause instanceof UncheckedIOException
                    || cause instanceof TimeoutException
                    || cause instanceof UnresolvedAddressException
                    || cause.getClass().getName().startsWith("io.netty.handler.");
        }
        return hasIoFailure ? new Again(Optional.empty(), Optional.empty()) : new Never(false);
    }

    /** HttpURLConnection throws a HttpRetryException in the place of an answer that asks for credentials, or redirects. */
    private static boolean isForGood(Throwable cause) {
        return cause instanceof InterruptedException
                || cause instanceof ClosedByInterruptException
                || cause instanceof CancellationException
                || cause instanceof HttpRetryException
                || cause instanceof CertificateException
                || cause instanceof SSLPeerUnverifiedException;
    }

    private static List<Throwable> causes(Throwable failure) {
        return Stream.iterate(failure, cause -> cause != null, Throwable::getCause)
                .limit(20)
                .toList();
    }
}
