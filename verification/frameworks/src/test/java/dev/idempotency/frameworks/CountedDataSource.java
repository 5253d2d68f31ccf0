package dev.idempotency.frameworks;

import com.zaxxer.hikari.HikariDataSource;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.sql.DataSource;
import org.springframework.jdbc.datasource.DelegatingDataSource;

/** Keeps what happens to connections: each that is taken, committed and rolled back. */
final class CountedDataSource extends DelegatingDataSource {

    private final List<String> events = new CopyOnWriteArrayList<>();

    CountedDataSource(DataSource target) {
        super(target);
    }

    void shrinkToOneConnection() {
        try {
            HikariDataSource pool = unwrap(HikariDataSource.class);
            pool.setMaximumPoolSize(1);
            pool.getHikariPoolMXBean().softEvictConnections();
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    List<String> events() {
        return events;
    }

    @Override
    public Connection getConnection() throws SQLException {
        events.add("connection");
        Connection connection = super.getConnection();
        return (Connection) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {Connection.class}, (self, method, arguments) -> {
                    if (method.getName().equals("commit") || method.getName().equals("rollback")) {
                        events.add(method.getName());
                    }
                    try {
                        return method.invoke(connection, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }
}
