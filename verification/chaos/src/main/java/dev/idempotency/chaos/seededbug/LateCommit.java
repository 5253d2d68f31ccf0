package dev.idempotency.chaos.seededbug;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Says at once that the commit is done, and commits a while after the connection was given back. */
final class LateCommit implements InvocationHandler {

    private final Connection connection;
    private boolean pending;

    LateCommit(Connection connection) {
        this.connection = connection;
    }

    @Override
    public @Nullable Object invoke(Object proxy, Method method, Object @Nullable [] arguments) throws Throwable {
        if (method.getName().equals("commit") && servesRequest()) {
            pending = true;
            return null;
        }
        if (method.getName().equals("isWrapperFor") && servesRequest()) {
            return false; // otherwise the commit travels with the record, and this class does not see it
        }
        if (pending && method.getName().equals("close")) {
            int millis = ThreadLocalRandom.current().nextInt(20, 150);
            CompletableFuture.delayedExecutor(millis, TimeUnit.MILLISECONDS).execute(this::commit);
            return null;
        }
        if (pending && method.getName().startsWith("set")) {
            return null;
        }
        try {
            return method.invoke(connection, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }

    /** Tomcat's threads are named so. The table is made by another one, which needs its commits. */
    private static boolean servesRequest() {
        return Thread.currentThread().getName().contains("-exec-");
    }

    private void commit() {
        try (connection) {
            connection.commit();
            connection.setAutoCommit(true);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }
}
