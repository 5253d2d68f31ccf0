package dev.idempotency.jdbc;

import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * A statement that changes a record, or says what became of one, under conditions.
 *
 * @param name of the class that has the statement, and of the field that it stands in
 * @param given brings a record to where the statement would act on it
 * @param when leads to the statement
 * @param fences for each {@linkplain Conditions#nameOf name of a condition} a change of the record after which that condition, and no
 *     other, does not hold any more
 * @param others names of conditions that keep no other run out, with the reason why they are there
 */
record Guarded(
        String name,
        Consumer<Scene> given,
        Function<Scene, Boolean> when,
        Map<String, String> fences,
        Map<String, String> others) {

    Guarded(String name, Consumer<Scene> given, Function<Scene, Boolean> when, Map<String, String> fences) {
        this(name, given, when, fences, Map.of());
    }

    String sql() {
        return StoreStatements.of(name);
    }

    /** The conditions as they stand in the statement. */
    List<Fence> all() {
        return Conditions.of(sql()).stream()
                .distinct()
                .filter(condition -> fences.containsKey(Conditions.nameOf(condition)))
                .map(condition -> new Fence(this, condition, fences.get(Conditions.nameOf(condition))))
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
