package dev.idempotency.jdbc;

import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * A statement that changes a record, or says what became of one, under conditions.
 *
 * @param given brings a record to where the statement would act on it
 * @param when leads to the statement
 * @param fences each condition, with a change of the record after which it, and no other, does not hold any more
 * @param others conditions that keep nobody out, with the reason why they are there
 */
record Guarded(
        String name,
        String sql,
        Consumer<Scene> given,
        Function<Scene, Boolean> when,
        Map<String, String> fences,
        Map<String, String> others) {

    Guarded(String name, String sql, Consumer<Scene> given, Function<Scene, Boolean> when, Map<String, String> fences) {
        this(name, sql, given, when, fences, Map.of());
    }

    List<Fence> all() {
        return fences.entrySet().stream()
                .map(entry -> new Fence(this, entry.getKey(), entry.getValue()))
                .toList();
    }

    /** One of the conditions. Where the same one stands twice in a statement, they are one fence. */
    record Fence(Guarded statement, String condition, String change) {

        /** The statement with the fence torn down; parameters keep their places. */
        String tornDown(String sql) {
            int where = sql.indexOf("WHERE");
            return sql.substring(0, where) + sql.substring(where).replace(condition, "(" + condition + " OR true)");
        }

        @Override
        public String toString() {
            return statement.name() + ": " + condition;
        }
    }
}
