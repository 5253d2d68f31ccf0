package dev.idempotency.testbed;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;

/** A server that only answers questions, as one does that waits to be promoted. */
public final class Standby {

    private Standby() {}

    /** Starts the server again, with all its data, as a standby of nobody. */
    public static void demote(EmbeddedServer server) {
        server.stop();
        signal(server);
        server.start();
    }

    /** Has a server that is not running follow the log of another one from its next start on. */
    static void follow(EmbeddedServer server, String primary) {
        signal(server);
        try {
            Files.writeString(
                    server.dataDirectory().resolve("postgresql.auto.conf"),
                    "primary_conninfo = '" + primary + "'\nwal_retrieve_retry_interval = '200ms'\n");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void signal(EmbeddedServer server) {
        try {
            Files.createFile(server.dataDirectory().resolve("standby.signal"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
