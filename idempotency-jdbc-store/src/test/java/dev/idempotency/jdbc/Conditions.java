package dev.idempotency.jdbc;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The conditions of a statement, at any depth, without those that only say which row is meant. */
final class Conditions {

    private static final Pattern WHERE = Pattern.compile("\\bWHERE\\s");
    private static final Pattern STEP =
            Pattern.compile("[();]|\\s(AND|ORDER BY|LIMIT|OFFSET|RETURNING|FOR UPDATE|ON CONFLICT)\\s");
    private static final Pattern NAMES_THE_ROW = Pattern.compile(
            "(record\\.|step\\.)?(scope|key) = .*|ctid = ANY .*|\\(SELECT set_config.*", Pattern.DOTALL);

    /** The column that a condition is about, and how it is compared unless for equality. */
    private static final Pattern NAME =
            Pattern.compile("(?:NOT )?(?:record\\.|step\\.)?([a-z_]+)(?: (<=|>=|<|>) )?.*", Pattern.DOTALL);

    private Conditions() {}

    /** {@code token} for {@code record.token = ?}, {@code reap_at <=} for {@code reap_at <= (SELECT clock_timestamp())}. */
    static String nameOf(String condition) {
        Matcher name = NAME.matcher(condition);
        if (!name.matches()) {
            throw new IllegalArgumentException("No column in " + condition);
        }
        return name.group(2) == null ? name.group(1) : name.group(1) + ' ' + name.group(2);
    }

    static List<String> of(String sql) {
        List<String> conditions = new ArrayList<>();
        Matcher where = WHERE.matcher(sql);
        while (where.find()) {
            read(sql, where.end(), conditions);
        }
        return conditions.stream()
                .filter(condition -> !NAMES_THE_ROW.matcher(condition).matches())
                .toList();
    }

    /** Up to the end of the clause, or of the parentheses that it is in. */
    private static void read(String sql, int begin, List<String> conditions) {
        Matcher step = STEP.matcher(sql);
        int depth = 0;
        int from = begin;
        int end = sql.length();
        for (int at = begin; at < end && step.find(at); at = step.end()) {
            String word = step.group().strip();
            if (word.equals("(")) {
                depth++;
            } else if (word.equals(")") && depth > 0) {
                depth--;
            } else if (depth == 0 && word.equals("AND")) {
                conditions.add(sql.substring(from, step.start()).strip());
                from = step.end();
            } else if (depth == 0) {
                end = step.start();
            }
        }
        conditions.add(sql.substring(from, end).strip());
    }
}
