package dev.idempotency.jdbc.schema;

import dev.idempotency.testbed.Database;
import java.util.UUID;

/** Users who may do less. */
final class Roles {

    private Roles() {}

    /** A user who may connect, and nothing else. */
    static Database withoutRights(Database database) {
        String user = "user_" + UUID.randomUUID().toString().replace("-", "");
        database.execute(
                "CREATE ROLE " + user + " LOGIN PASSWORD 'secret'; REVOKE CREATE ON SCHEMA public FROM public");
        return new Database(database.host(), database.port(), database.name(), user, "secret");
    }
}
