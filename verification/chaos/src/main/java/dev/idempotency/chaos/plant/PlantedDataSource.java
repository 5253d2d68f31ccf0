package dev.idempotency.chaos.plant;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.springframework.jdbc.datasource.DelegatingDataSource;

/** Hands out connections with a bug. */
final class PlantedDataSource extends DelegatingDataSource {

    private final Plant plant;

    PlantedDataSource(DataSource target, Plant plant) {
        super(target);
        this.plant = plant;
    }

    @Override
    public Connection getConnection() throws SQLException {
        Connection connection = super.getConnection();
        InvocationHandler bug = switch (plant) {
            case ANSWER_BEFORE_COMMIT -> new LateCommit(connection);
            case STANDBY_NOT_AWAITED -> new ImpatientConnection(connection);
            default -> new RewritingConnection(connection, plant);
        };
        return (Connection) Proxy.newProxyInstance(getClass().getClassLoader(), new Class<?>[] {Connection.class}, bug);
    }
}
