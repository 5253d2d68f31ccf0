package dev.idempotency.chaos.cluster;

import dev.idempotency.testbed.Database;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** Visits what a query finds. */
interface Rows {

    void visit(ResultSet row) throws SQLException;

    static void of(Database database, String sql, Rows visitor) {
        try (Connection connection = database.dataSource().getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            while (rows.next()) {
                visitor.visit(rows);
            }
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }
}
