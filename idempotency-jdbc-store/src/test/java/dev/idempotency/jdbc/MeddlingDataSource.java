package dev.idempotency.jdbc;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.function.UnaryOperator;
import javax.sql.DataSource;
import org.springframework.jdbc.datasource.DelegatingDataSource;

/**
 * Somebody meddles right before one statement is executed, in the form that the rewriting gives it. That statement is the last
 * one: nobody gets a connection afterwards, so that all that is seen later was done by it.
 */
final class MeddlingDataSource extends DelegatingDataSource {

    private final String statement;
    private final UnaryOperator<String> rewriting;
    private final Runnable meddling;
    private boolean executed;
    private boolean failed;

    MeddlingDataSource(DataSource target, String statement, UnaryOperator<String> rewriting, Runnable meddling) {
        super(target);
        this.statement = statement;
        this.rewriting = rewriting;
        this.meddling = meddling;
    }

    boolean isExecuted() {
        return executed;
    }

    /** Whether the database did not let it do what it wanted to. */
    boolean isFailed() {
        return failed;
    }

    @Override
    public Connection getConnection() throws SQLException {
        if (executed) {
            throw new SQLException("It is over", "08001");
        }
        Connection connection = super.getConnection();
        return proxy(Connection.class, (self, method, arguments) -> {
            if (!method.getName().equals("prepareStatement")
                    || !statement.equals(BoundedSql.withoutBounds((String) arguments[0]))) {
                return invoke(connection, method, arguments);
            }
            String bounded = ((String) arguments[0]).replace(statement, rewriting.apply(statement));
            return meddled(connection.prepareStatement(bounded));
        });
    }

    private PreparedStatement meddled(PreparedStatement prepared) {
        return proxy(PreparedStatement.class, (self, method, arguments) -> {
            boolean executes = method.getName().startsWith("execute");
            if (executes) {
                meddling.run();
                executed = true;
            }
            try {
                return invoke(prepared, method, arguments);
            } catch (SQLException e) {
                failed |= executes;
                throw e;
            }
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
