package dev.idempotency.spring.internal.web;

import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletRequestWrapper;
import org.jspecify.annotations.Nullable;

/** A request of MockMvc: there is no container that would render an error that was sent. */
final class MockedRequest {

    /** Not on an application's class path, but on that of its tests. */
    private static final String TYPE = "org.springframework.mock.web.MockHttpServletRequest";

    private MockedRequest() {}

    static boolean isOne(ServletRequest request) {
        ServletRequest innermost = request;
        while (innermost instanceof ServletRequestWrapper wrapper) {
            innermost = wrapper.getRequest();
        }
        return isMock(innermost.getClass());
    }

    private static boolean isMock(@Nullable Class<?> type) {
        return type != null && (type.getName().equals(TYPE) || isMock(type.getSuperclass()));
    }
}
