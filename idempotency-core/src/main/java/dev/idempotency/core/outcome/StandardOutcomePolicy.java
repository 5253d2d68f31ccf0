package dev.idempotency.core.outcome;

import java.io.EOFException;
import java.io.InterruptedIOException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.nio.channels.ClosedChannelException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeoutException;

/**
 * What is kept when nobody has said anything else.
 *
 * <ul>
 *   <li>What a handler says by {@link NotExecutedException} or {@link OutcomeUnknownException} counts before everything else.
 *   <li>Answers below 500 are stored, except 408, 425 and 429, which ask for a retry.
 *   <li>504 is unknown: somebody further on did not answer in time, and may have done the work.
 *   <li>Every other 5xx is retryable, and so is an exception.
 *   <li>Unless it is, or was caused by, a time-out or a connection that broke while in use: then the outcome is unknown. A
 *       connection that was never made is retryable.
 * </ul>
 */
public final class StandardOutcomePolicy implements OutcomePolicy {

    private static final Set<Integer> ASKS_FOR_RETRY = Set.of(408, 425, 429);
    private static final int GATEWAY_TIMEOUT = 504;

    private static final List<Class<? extends Exception>> NEVER_CONNECTED =
            List.of(ConnectException.class, NoRouteToHostException.class, UnknownHostException.class);
    private static final List<Class<? extends Exception>> BROKEN_OR_LATE = List.of(
            TimeoutException.class,
            InterruptedIOException.class,
            SocketException.class,
            EOFException.class,
            ClosedChannelException.class);

    @Override
    public Outcome ofStatus(int status) {
        if (status == GATEWAY_TIMEOUT) {
            return Outcome.UNKNOWN;
        }
        return status >= 500 || ASKS_FOR_RETRY.contains(status) ? Outcome.RETRYABLE : Outcome.STORED;
    }

    @Override
    public Outcome ofException(Throwable thrown) {
        return said(thrown)
                .orElseGet(() -> Causes.of(thrown).stream()
                        .flatMap(cause -> told(cause).stream())
                        .findFirst()
                        .orElse(Outcome.RETRYABLE));
    }

    @Override
    public Outcome ofTranslated(Throwable thrown, int status) {
        return said(thrown).orElseGet(() -> OutcomePolicy.super.ofTranslated(thrown, status));
    }

    /** What the handler itself has said. In doubt, a run too few can be repaired, a run too many cannot. */
    private static Optional<Outcome> said(Throwable thrown) {
        if (Causes.include(thrown, List.of(OutcomeUnknownException.class))) {
            return Optional.of(Outcome.UNKNOWN);
        }
        return Causes.include(thrown, List.of(NotExecutedException.class))
                ? Optional.of(Outcome.RETRYABLE)
                : Optional.empty();
    }

    /** What can be told from one exception alone. */
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

    /** By name, as the module of the HTTP client need not be there. */
    private static boolean isNamed(Throwable thrown, String className) {
        return thrown.getClass().getName().equals(className);
    }
}
