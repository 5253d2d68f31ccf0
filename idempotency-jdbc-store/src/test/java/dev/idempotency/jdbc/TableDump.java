package dev.idempotency.jdbc;

import dev.idempotency.testbed.Database;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.HexFormat;
import org.postgresql.PGConnection;

/** Everything that somebody finds who gets at a copy of the tables: as text, as bytes, and as the pages on disk. */
final class TableDump {

    private final String all;

    private TableDump(String all) {
        this.all = all;
    }

    static TableDump of(Database database) {
        try (Connection connection = database.dataSource().getConnection()) {
            StringBuilder all = new StringBuilder();
            for (String table :
                    new String[] {"idempotency_record", "idempotency_record_decision", "idempotency_record_step"}) {
                all.append(copy(connection, "COPY " + table + " TO STDOUT"));
                all.append(copy(connection, "COPY " + table + " TO STDOUT (FORMAT binary)"));
            }
            return new TableDump(all.append(files(connection)).toString());
        } catch (SQLException | IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String copy(Connection connection, String statement) throws SQLException, IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        connection.unwrap(PGConnection.class).getCopyAPI().copyOut(statement, bytes);
        return bytes.toString(StandardCharsets.ISO_8859_1);
    }

    /** The heap and its indexes, with all that was ever written to them and not vacuumed. */
    private static String files(Connection connection) throws SQLException {
        try (var statement = connection.createStatement()) {
            statement.execute("CHECKPOINT");
            try (var rows = statement.executeQuery("""
                    SELECT pg_read_binary_file(pg_relation_filepath(oid))
                    FROM pg_class
                    WHERE relname LIKE 'idempotency_record%' OR oid =
                        (SELECT reltoastrelid FROM pg_class WHERE relname = 'idempotency_record')
                    """)) {
                StringBuilder all = new StringBuilder();
                while (rows.next()) {
                    all.append(new String(rows.getBytes(1), StandardCharsets.ISO_8859_1));
                }
                return all.toString();
            }
        }
    }

    /** Whether the text is anywhere, as it is or in hexadecimal digits. */
    boolean contains(String text) {
        String hex = HexFormat.of().formatHex(text.getBytes(StandardCharsets.UTF_8));
        return all.contains(text) || all.contains(hex);
    }
}
