package dev.idempotency.jdbc.internal.driver;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A statement whose parameters have {@code :names}. Names are resolved once, when the statement is made: the server
 * gets {@code ?} in their places. A name may stand in several places.
 */
public final class SqlStatement {

    /** A second colon in front makes it a cast. */
    private static final Pattern NAME = Pattern.compile("(?<!:):([a-z][a-z_]*)");

    private final String sql;
    private final List<String> names;

    private SqlStatement(String sql, List<String> names) {
        this.sql = sql;
        this.names = names;
    }

    /** Makes a statement of a text with names. */
    public static SqlStatement of(String text) {
        List<String> names = new ArrayList<>();
        Matcher matcher = NAME.matcher(text);
        String sql = matcher.replaceAll(found -> {
            names.add(found.group(1));
            return "?";
        });
        return new SqlStatement(sql, List.copyOf(names));
    }

    /** As the driver gets it. */
    public String sql() {
        return sql;
    }

    /** The names of the parameters in the order of their places. */
    List<String> names() {
        return names;
    }

    /** For one execution. */
    public BoundStatement bind() {
        return new BoundStatement(this);
    }

    @Override
    public String toString() {
        return sql;
    }
}
