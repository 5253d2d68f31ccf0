package dev.idempotency.spring.internal.web.request;

import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletRequestWrapper;
import org.jspecify.annotations.Nullable;

/**
 * Gives a body that has been read back to the container, which then takes the form in it apart: by its own rules, and within the
 * limits that are set for it and for Spring's uploads.
 *
 * <p>Servlet containers have no common way to do this. Where the container is neither Tomcat nor Jetty, or one of a version in
 * which this is done in another way, {@link Form} takes the body apart.
 */
interface ContainerForm {

    /** Until this is closed, the container finds the body when it looks for fields and parts. */
    Reading read();

    /** What is asked for in the meantime is answered by the container, with its own exceptions. */
    interface Reading {

        /** Whether the container has taken the body apart, now or before. */
        boolean isDone();

        void close();
    }

    /** Null where the container takes nothing back. */
    static @Nullable ContainerForm of(RepeatableRequest request) {
        ServletRequest container = containers(request);
        try {
            return switch (container.getClass().getName()) {
                case "org.apache.catalina.connector.RequestFacade" -> TomcatForm.of(container, request);
                case "org.eclipse.jetty.ee11.servlet.ServletApiRequest" -> new JettyForm(container, request);
                default -> null;
            };
        } catch (LinkageError anotherVersion) {
            return null;
        }
    }

    private static ServletRequest containers(ServletRequest request) {
        ServletRequest inner = request;
        while (inner instanceof ServletRequestWrapper wrapper) {
            inner = wrapper.getRequest();
        }
        return inner;
    }
}
