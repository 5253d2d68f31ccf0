package dev.idempotency.jdbc.schema;

import java.util.List;

/** Where the SQL is that makes the tables. Outside {@code db/migration}, where an application has its own. */
public final class SchemaScripts {

    /** The folder, on the class path. */
    public static final String LOCATION = "dev/idempotency/jdbc/migration/postgresql";

    private static final List<String> FILES =
            List.of("V1__records.sql", "V2__decisions.sql", "V3__steps.sql", "V4__actions.sql");

    private SchemaScripts() {}

    /** The scripts on the class path, in the order in which they are run. */
    public static List<String> all() {
        return FILES.stream().map(file -> LOCATION + '/' + file).toList();
    }
}
