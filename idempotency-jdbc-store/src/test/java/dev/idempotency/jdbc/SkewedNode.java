package dev.idempotency.jdbc;

import static dev.idempotency.test.Requests.request;

import dev.idempotency.core.store.IdempotencyStore;
import dev.idempotency.core.store.IdempotencyStore.Reaping;
import dev.idempotency.core.store.Reservation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.postgresql.ds.PGSimpleDataSource;

/** What a node sees and does; started by a test, in a JVM of its own. */
final class SkewedNode {

    private SkewedNode() {}

    public static void main(String[] arguments) throws IOException {
        PGSimpleDataSource database = new PGSimpleDataSource();
        database.setUrl(arguments[1]);
        database.setUser(arguments[2]);
        database.setPassword(arguments[3]);
        IdempotencyStore store = new JdbcIdempotencyStore(database, JdbcStoreSettings.defaults());
        List<String> lines = new ArrayList<>();
        lines.add(Instant.now().toString());
        for (String key : List.of("running", "completed", "lapsed")) {
            lines.add(store.reserve(request(key)).getClass().getSimpleName());
        }
        Reservation granted = store.reserve(request("new"));
        lines.add(granted.getClass().getSimpleName());
        lines.add("renewed "
                + store.renew(List.of(((Reservation.Granted) granted).run().lease()))
                        .size());
        lines.add("swept " + store.sweep(Duration.ofDays(1), 10));
        lines.add("reaped " + store.reap(Reaping.DELETE, 10));
        Files.write(Path.of(arguments[0]), lines);
    }
}
