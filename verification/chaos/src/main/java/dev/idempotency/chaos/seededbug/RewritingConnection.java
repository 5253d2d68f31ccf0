package dev.idempotency.chaos.seededbug;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.sql.Connection;
import org.jspecify.annotations.Nullable;

/** Changes every statement on its way to the database. */
final class RewritingConnection implements InvocationHandler {

    private final Connection connection;
    private final SeededBug seededBug;

    RewritingConnection(Connection connection, SeededBug seededBug) {
        this.connection = connection;
        this.seededBug = seededBug;
    }

    @Override
    public @Nullable Object invoke(Object proxy, Method method, Object @Nullable [] arguments) throws Throwable {
        if (arguments != null && method.getName().equals("prepareStatement")) {
            arguments[0] = seededBug.rewrite((String) arguments[0]);
        }
        try {
            return method.invoke(connection, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }
}
