package dev.idempotency.chaos.plant;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.sql.Connection;
import org.jspecify.annotations.Nullable;

/** Changes every statement on its way to the database. */
final class RewritingConnection implements InvocationHandler {

    private final Connection connection;
    private final Plant plant;

    RewritingConnection(Connection connection, Plant plant) {
        this.connection = connection;
        this.plant = plant;
    }

    @Override
    public @Nullable Object invoke(Object proxy, Method method, Object @Nullable [] arguments) throws Throwable {
        if (arguments != null && method.getName().equals("prepareStatement")) {
            arguments[0] = plant.rewrite((String) arguments[0]);
        }
        try {
            return method.invoke(connection, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }
}
