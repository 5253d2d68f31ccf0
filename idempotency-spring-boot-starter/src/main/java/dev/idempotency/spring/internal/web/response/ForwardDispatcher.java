package dev.idempotency.spring.internal.web.response;

import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;

/**
 * Forwards in such a way that the answer can still be sent afterwards. Tomcat ends a response after a forward, and looks for it
 * inside all wrappers; what was held back would never reach the client. So it is given one that does not show what is inside.
 */
public final class ForwardDispatcher implements RequestDispatcher {

    private final RequestDispatcher dispatcher;

    public ForwardDispatcher(RequestDispatcher dispatcher) {
        this.dispatcher = dispatcher;
    }

    @Override
    public void forward(ServletRequest request, ServletResponse response) throws ServletException, IOException {
        dispatcher.forward(request, response instanceof HttpServletResponse http ? opaque(http) : response);
    }

    @Override
    public void include(ServletRequest request, ServletResponse response) throws ServletException, IOException {
        dispatcher.include(request, response);
    }

    private static HttpServletResponse opaque(HttpServletResponse response) {
        return (HttpServletResponse) Proxy.newProxyInstance(
                HttpServletResponse.class.getClassLoader(),
                new Class<?>[] {HttpServletResponse.class},
                (proxy, method, arguments) -> invoke(response, method, arguments));
    }

    private static Object invoke(HttpServletResponse response, Method method, Object[] arguments) throws Throwable {
        try {
            return method.invoke(response, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }
}
