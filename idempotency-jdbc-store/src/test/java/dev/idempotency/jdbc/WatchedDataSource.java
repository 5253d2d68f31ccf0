package dev.idempotency.jdbc;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import javax.sql.DataSource;
import org.springframework.jdbc.datasource.DelegatingDataSource;

/** Tells of every statement before it is executed and of every rollback after it. Keeps what was called on connections that
 * takes the server's time. */
public final class WatchedDataSource extends DelegatingDataSource {

    private final Consumer<String> watch;
    private final List<String> calls = new ArrayList<>();

    public WatchedDataSource(DataSource target, Consumer<String> watch) {
        super(target);
        this.watch = watch;
    }

    /** The first word of each statement, and the name of each call that ends or changes a transaction. */
    public List<String> calls() {
        return calls;
    }

    @Override
    public Connection getConnection() throws SQLException {
        Connection connection = super.getConnection();
        return proxy(Connection.class, (self, method, arguments) -> {
            switch (method.getName()) {
                case "prepareStatement" -> {
                    String sql = BoundedSql.withoutBounds((String) arguments[0]);
                    return watched(sql, (PreparedStatement) invoke(connection, method, arguments));
                }
                case "rollback" -> {
                    calls.add("rollback");
                    Object result = invoke(connection, method, arguments);
                    watch.accept("rollback");
                    return result;
                }
                case "commit", "setTransactionIsolation", "setReadOnly", "createStatement" ->
                    calls.add(method.getName());
                default -> {}
            }
            return invoke(connection, method, arguments);
        });
    }

    private PreparedStatement watched(String sql, PreparedStatement statement) {
        return proxy(PreparedStatement.class, (self, method, arguments) -> {
            if (method.getName().startsWith("execute")) {
                calls.add(sql.split("\\s")[0]);
                watch.accept(sql);
            }
            return invoke(statement, method, arguments);
        });
    }

    private static Object invoke(Object target, Method method, Object[] arguments) throws Throwable {
        try {
            return method.invoke(target, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }

    private static <T> T proxy(Class<T> type, InvocationHandler handler) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
    }
}
