package dev.idempotency.testbed;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** A server that only answers questions, as one does that waits to be promoted. */
public final class Standby {

    private Standby() {}

    /** Starts the server again, with all its data, as a standby of nobody. */
    public static void demote(EmbeddedServer server) {
        Path signal = dataDirectory(server).resolve("standby.signal");
        server.stop();
        try {
            Files.createFile(signal);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        server.start();
    }

    private static Path dataDirectory(EmbeddedServer server) {
        try (Connection connection = server.maintenance().dataSource().getConnection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SHOW data_directory")) {
            row.next();
            return Path.of(row.getString(1));
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }
}
