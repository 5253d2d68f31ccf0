package dev.idempotency.spring.endpoint;

import org.jspecify.annotations.Nullable;

/**
 * One method and path of the application that changes state, protected or not.
 *
 * @param pattern as the handler mapping has it
 * @param handler class and method, for a developer to find
 * @param endpoint what is known about it, if it is protected
 */
public record StateChangingRoute(
        String method,
        String pattern,
        String handler,
        Protection protection,
        @Nullable ProtectedEndpoint endpoint) {

    /** Method and pattern, such as {@code PATCH /orders/{id}}. */
    @Override
    public String toString() {
        return method + ' ' + pattern;
    }
}
