package dev.idempotency.jdbc;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The name of the table of records, alone or with its schema. It comes from configuration and ends up in SQL, so only plain
 * names are accepted, spelled exactly as in the database's catalogue.
 *
 * @param schema null for the first schema of the connection's search path that has the table
 * @param name short enough for the names of indexes that are made of it
 */
public record TableName(@Nullable String schema, String name) {

    private static final Pattern PART = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");
    private static final Pattern QUALIFIED = Pattern.compile("(?:(.*)\\.)?([^.]*)", Pattern.DOTALL);
    private static final int MAX_NAME_LENGTH = 40;
    private static final int MAX_SCHEMA_LENGTH = 63;

    /** {@code idempotency_record}, wherever the connection's search path finds it. */
    public static final TableName DEFAULT = new TableName(null, "idempotency_record");

    public TableName {
        require(name, MAX_NAME_LENGTH, "table");
        if (schema != null) {
            require(schema, MAX_SCHEMA_LENGTH, "schema");
        }
    }

    /** Parses {@code table} or {@code schema.table}. */
    public static TableName of(String qualified) {
        Matcher parts = QUALIFIED.matcher(qualified);
        if (!parts.matches()) {
            throw new IllegalArgumentException("Not the name of a table: " + qualified);
        }
        return new TableName(parts.group(1), parts.group(2));
    }

    /** As it is written in a statement, quoted. */
    public String sql() {
        return qualified(name);
    }

    /** The table beside it that keeps what was decided by hand, as it is written in a statement. */
    public String decisionsSql() {
        return qualified(name + "_decision");
    }

    /** The table beside it that keeps the steps of runs, as it is written in a statement. */
    public String stepsSql() {
        return qualified(name + "_step");
    }

    /** The table beside it that keeps what was done once and for all, as it is written in a statement. */
    public String actionsSql() {
        return qualified(name + "_action");
    }

    @Override
    public String toString() {
        return schema == null ? name : schema + '.' + name;
    }

    private static void require(String part, int maxLength, String what) {
        if (part.length() > maxLength || !PART.matcher(part).matches()) {
            throw new IllegalArgumentException("The name of a " + what + " has 1 to " + maxLength
                    + " letters, digits and underscores and does not begin with a digit: '" + part + "'");
        }
    }

    private String qualified(String table) {
        return schema == null ? quoted(table) : quoted(schema) + '.' + quoted(table);
    }

    private static String quoted(String part) {
        return '"' + part + '"';
    }
}
