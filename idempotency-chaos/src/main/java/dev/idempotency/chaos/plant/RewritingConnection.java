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
            String sql = (String) arguments[0];
            if (plant == Plant.NOW_FOR_THE_LEASE) {
                OldTransaction.sometimesBegin(connection, sql);
            }
            arguments[0] = plant.rewrite(sql);
        }
        if (plant == Plant.NOW_FOR_THE_LEASE && method.getName().equals("close")) {
            OldTransaction.end(connection);
        }
        try {
            return method.invoke(connection, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }
}
