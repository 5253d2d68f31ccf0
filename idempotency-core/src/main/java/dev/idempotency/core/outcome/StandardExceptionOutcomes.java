package dev.idempotency.core.outcome;

import dev.idempotency.core.internal.outcome.Causes;
import java.io.EOFException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.UnsupportedEncodingException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.nio.channels.ClosedChannelException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.FileSystemException;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.TimeoutException;

/**
 * What an exception means unless the application says otherwise.
 *
 * <ul>
 *   <li>What a handler declares by {@link NotExecutedException} or {@link OutcomeUnknownException} counts before everything else.
 *   <li>A time-out, an interruption, or a connection that broke while it was used makes the outcome unknown, also as the cause of
 *       another exception.
 *   <li>A connection that was never made is retryable.
 *   <li>Any other {@link IOException} makes the outcome unknown too: each HTTP client has its own for a connection that broke, and
 *       some throw no more than that. Those of files, encodings and Jackson 2 do not count.
 *   <li>Every other exception is retryable.
 * </ul>
 */
public final class StandardExceptionOutcomes implements ExceptionOutcomes {

    private static final List<Class<? extends Exception>> NEVER_CONNECTED =
            List.of(ConnectException.class, NoRouteToHostException.class, UnknownHostException.class);
    private static final List<Class<? extends Exception>> BROKEN_OR_LATE = List.of(
            TimeoutException.class,
            InterruptedException.class,
            CancellationException.class,
            InterruptedIOException.class,
            SocketException.class,
            EOFException.class,
            ClosedChannelException.class);
    private static final List<Class<? extends Exception>> LOCAL = List.of(
            FileSystemException.class,
            FileNotFoundException.class,
            CharacterCodingException.class,
            UnsupportedEncodingException.class);
    private static final Set<String> NEVER_CONNECTED_BY_NAME = Set.of(
            "java.net.http.HttpConnectTimeoutException",
            "javax.net.ssl.SSLHandshakeException",
            "javax.net.ssl.SSLPeerUnverifiedException");

    /** By name, because the module or library may be missing: an answer 504 of another server is a time-out too. */
    private static final Set<String> LATE_BY_NAME = Set.of(
            "java.net.http.HttpTimeoutException",
            "org.springframework.web.client.HttpServerErrorException$GatewayTimeout",
            "org.springframework.web.reactive.function.client.WebClientResponseException$GatewayTimeout",
            "feign.FeignException$GatewayTimeout");

    private static final String JACKSON = "com.fasterxml.jackson.";

    /** Thrown while the parts of the own request are read, before any work; each has an IOException around or below it. */
    private static final List<String> OF_OWN_UPLOAD =
            List.of("org.apache.tomcat.util.http.fileupload.", "org.springframework.web.multipart.");

    @Override
    public Outcome ofException(Throwable thrown) {
        return DeclaredOutcome.of(thrown).orElseGet(() -> ofCauses(Causes.of(thrown)));
    }

    private static Outcome ofCauses(Collection<Throwable> causes) {
        return causes.stream()
                .flatMap(cause -> told(cause).stream())
                .findFirst()
                .orElseGet(() -> causes.stream().anyMatch(StandardExceptionOutcomes::isOfSomeConnection)
                                && causes.stream().noneMatch(StandardExceptionOutcomes::isOfOwnUpload)
                        ? Outcome.UNKNOWN
                        : Outcome.RETRYABLE);
    }

    private static boolean isOfOwnUpload(Throwable cause) {
        return OF_OWN_UPLOAD.stream().anyMatch(cause.getClass().getName()::startsWith);
    }

    /** What one exception says, without its causes. */
    private static Optional<Outcome> told(Throwable cause) {
        if (isAnyOf(NEVER_CONNECTED, cause)
                || NEVER_CONNECTED_BY_NAME.contains(cause.getClass().getName())) {
            return Optional.of(Outcome.RETRYABLE);
        }
        if (isAnyOf(BROKEN_OR_LATE, cause)
                || LATE_BY_NAME.contains(cause.getClass().getName())) {
            return Optional.of(Outcome.UNKNOWN);
        }
        return Optional.empty();
    }

    private static boolean isOfSomeConnection(Throwable cause) {
        return cause instanceof IOException
                && !isAnyOf(LOCAL, cause)
                && !cause.getClass().getName().startsWith(JACKSON);
    }

    private static boolean isAnyOf(List<Class<? extends Exception>> types, Throwable thrown) {
        return types.stream().anyMatch(type -> type.isInstance(thrown));
    }
}
