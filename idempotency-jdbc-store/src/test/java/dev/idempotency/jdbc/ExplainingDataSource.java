package dev.idempotency.jdbc;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;
import org.springframework.jdbc.datasource.DelegatingDataSource;

/** Has the server explain every statement, with its arguments, before it is executed. */
final class ExplainingDataSource extends DelegatingDataSource {

    private final List<String> plans = new ArrayList<>();

    ExplainingDataSource(DataSource target) {
        super(target);
    }

    /** Each begins with the statement. */
    List<String> plans() {
        return plans;
    }

    @Override
    public Connection getConnection() throws SQLException {
        Connection connection = super.getConnection();
        return proxy(
                Connection.class,
                (self, method, arguments) -> method.getName().equals("prepareStatement")
                        ? explaining((String) arguments[0], connection)
                        : invoke(connection, method, arguments));
    }

    private PreparedStatement explaining(String bounded, Connection connection) throws SQLException {
        String sql = BoundedSql.withoutBounds(bounded);
        PreparedStatement statement = connection.prepareStatement(bounded);
        PreparedStatement explanation = connection.prepareStatement("EXPLAIN " + sql);
        return proxy(PreparedStatement.class, (self, method, arguments) -> {
            if (method.getName().startsWith("set")) {
                invoke(explanation, method, arguments);
            } else if (method.getName().startsWith("execute")) {
                plans.add(sql + explain(explanation));
            }
            return invoke(statement, method, arguments);
        });
    }

    private static String explain(PreparedStatement explanation) throws SQLException {
        StringBuilder plan = new StringBuilder();
        try (explanation;
                ResultSet lines = explanation.executeQuery()) {
            while (lines.next()) {
                plan.append(lines.getString(1)).append('\n');
            }
        }
        return plan.toString();
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
