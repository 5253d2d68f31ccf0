package dev.idempotency.core.outcome;

import dev.idempotency.core.internal.outcome.Causes;
import java.io.EOFException;
import java.io.InterruptedIOException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.nio.channels.ClosedChannelException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeoutException;

/**
 * What an exception means unless the application says otherwise.
 *
 * <ul>
 *   <li>What a handler declares by {@link NotExecutedException} or {@link OutcomeUnknownException} counts before everything else.
 *   <li>A time-out, or a connection that broke while it was used, makes the outcome unknown, also as the cause of
 *       another exception.
 *   <li>Every other exception is retryable, a connection that was never made among them.
 * </ul>
 */
public final class StandardExceptionOutcomes implements ExceptionOutcomes {

    private static final List<Class<? extends Exception>> NEVER_CONNECTED =
            List.of(ConnectException.class, NoRouteToHostException.class, UnknownHostException.class);
    private static final List<Class<? extends Exception>> BROKEN_OR_LATE = List.of(
            TimeoutException.class,
            InterruptedIOException.class,
            SocketException.class,
            EOFException.class,
            ClosedChannelException.class);

    @Override
    public Outcome ofException(Throwable thrown) {
        return DeclaredOutcome.of(thrown)
                .orElseGet(() -> Causes.of(thrown).stream()
                        .flatMap(cause -> told(cause).stream())
                        .findFirst()
                        .orElse(Outcome.RETRYABLE));
    }

    /** What one exception says, without its causes. */
    private static Optional<Outcome> told(Throwable cause) {
        if (isAnyOf(NEVER_CONNECTED, cause) || isNamed(cause, "java.net.http.HttpConnectTimeoutException")) {
            return Optional.of(Outcome.RETRYABLE);
        }
        if (isAnyOf(BROKEN_OR_LATE, cause) || isNamed(cause, "java.net.http.HttpTimeoutException")) {
            return Optional.of(Outcome.UNKNOWN);
        }
        return Optional.empty();
    }

    private static boolean isAnyOf(List<Class<? extends Exception>> types, Throwable thrown) {
        return types.stream().anyMatch(type -> type.isInstance(thrown));
    }

    /** By name, because the module of the HTTP client may be missing. */
    private static boolean isNamed(Throwable thrown, String className) {
        return thrown.getClass().getName().equals(className);
    }
}
