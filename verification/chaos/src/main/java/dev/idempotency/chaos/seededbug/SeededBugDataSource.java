package dev.idempotency.chaos.seededbug;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.springframework.jdbc.datasource.DelegatingDataSource;

/** Hands out connections with a bug. */
final class SeededBugDataSource extends DelegatingDataSource {

    private final SeededBug seededBug;

    SeededBugDataSource(DataSource target, SeededBug seededBug) {
        super(target);
        this.seededBug = seededBug;
    }

    @Override
    public Connection getConnection() throws SQLException {
        Connection connection = super.getConnection();
        InvocationHandler bug = switch (seededBug) {
            case ANSWER_BEFORE_COMMIT -> new LateCommit(connection);
            case STANDBY_NOT_AWAITED -> new ImpatientConnection(connection);
            default -> new RewritingConnection(connection, seededBug);
        };
        return (Connection) Proxy.newProxyInstance(getClass().getClassLoader(), new Class<?>[] {Connection.class}, bug);
    }
}
