package dev.idempotency.chaos.crashpoint;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import javax.sql.DataSource;
import org.springframework.jdbc.datasource.DelegatingDataSource;

/** Leads every step of a request past the crash point, and every statement past a rewriting. Background work goes free. */
final class WatchedDataSource extends DelegatingDataSource {

    private final Supplier<CrashPoint> point;
    private final Supplier<UnaryOperator<String>> rewriting;

    WatchedDataSource(DataSource target, Supplier<CrashPoint> point, Supplier<UnaryOperator<String>> rewriting) {
        super(target);
        this.point = point;
        this.rewriting = rewriting;
    }

    @Override
    public Connection getConnection() throws SQLException {
        if (servesRequest()) {
            point.get().requireAlive();
        }
        Connection connection = super.getConnection();
        return (Connection) Proxy.newProxyInstance(
                getClass().getClassLoader(),
                new Class<?>[] {Connection.class},
                (proxy, method, arguments) -> onConnection(connection, method, arguments));
    }

    private Object onConnection(Connection connection, Method method, Object[] arguments) throws Throwable {
        if (method.getName().equals("prepareStatement")) {
            String sql = rewriting.get().apply((String) arguments[0]);
            arguments[0] = sql;
            return watched(PreparedStatement.class, sql, connection, call(connection, method, arguments));
        }
        if (method.getName().equals("createStatement")) {
            return watched(Statement.class, "", connection, call(connection, method, arguments));
        }
        boolean step = method.getName().equals("commit") || method.getName().equals("rollback");
        return step && servesRequest()
                ? point.get().pass(method.getName(), connection, () -> call(connection, method, arguments))
                : call(connection, method, arguments);
    }

    private <S> S watched(Class<S> type, String sql, Connection connection, Object statement) {
        return type.cast(Proxy.newProxyInstance(
                getClass().getClassLoader(),
                new Class<?>[] {type},
                (proxy, method, arguments) -> method.getName().startsWith("execute") && servesRequest()
                        ? point.get().pass(sql, connection, () -> call(statement, method, arguments))
                        : call(statement, method, arguments)));
    }

    private static Object call(Object target, Method method, Object[] arguments) throws Exception {
        try {
            return method.invoke(target, arguments);
        } catch (InvocationTargetException e) {
            if (e.getCause() instanceof Exception cause) {
                throw cause;
            }
            throw e;
        }
    }

    /** Tomcat's threads are named so; those of the background work are not. */
    private static boolean servesRequest() {
        return Thread.currentThread().getName().contains("-exec-");
    }
}
