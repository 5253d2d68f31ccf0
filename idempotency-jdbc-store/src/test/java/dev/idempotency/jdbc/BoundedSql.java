package dev.idempotency.jdbc;

import java.util.regex.Pattern;

/** Statements that travel behind one that bounds them. */
final class BoundedSql {

    private static final Pattern BOUNDS = Pattern.compile("^SELECT set_config\\([^;]*;\\n");

    private BoundedSql() {}

    static String withoutBounds(String sql) {
        return BOUNDS.matcher(sql).replaceFirst("");
    }
}
