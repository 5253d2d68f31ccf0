package dev.idempotency.chaos.seededbug;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import org.jspecify.annotations.Nullable;

/**
 * Has the driver cancel every statement after a second, also while its commit waits for the standby, and does not tell what the server
 * said then.
 */
final class ImpatientConnection implements InvocationHandler {

    private static final int SECONDS = 1;

    private final Connection connection;

    ImpatientConnection(Connection connection) {
        this.connection = connection;
    }

    @Override
    public @Nullable Object invoke(Object proxy, Method method, Object @Nullable [] arguments) throws Throwable {
        Object result = invokeOn(connection, method, arguments);
        if (result instanceof PreparedStatement statement) {
            statement.setQueryTimeout(SECONDS);
            return Proxy.newProxyInstance(
                    getClass().getClassLoader(),
                    new Class<?>[] {PreparedStatement.class},
                    (ignored, call, values) -> invokeOn(statement, call, values));
        }
        return result;
    }

    private static @Nullable Object invokeOn(Object target, Method method, Object @Nullable [] arguments)
            throws Throwable {
        if (method.getName().equals("getWarnings")) {
            return null;
        }
        try {
            return method.invoke(target, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }
}
