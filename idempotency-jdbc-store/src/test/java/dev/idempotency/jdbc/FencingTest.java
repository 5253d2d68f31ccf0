package dev.idempotency.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idempotency.core.store.StoreException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every condition under which a record is changed, one by one: somebody changes the record right before the statement, so that
 * this condition, and no other, does not hold any more. The statement must do nothing then; and it would, without the condition.
 */
class FencingTest {

    private static TestStore table;

    @BeforeAll
    static void start() {
        table = TestStore.create();
    }

    @AfterAll
    static void stop() {
        table.close();
    }

    static List<Guarded> statements() {
        return GuardedStatements.all();
    }

    static List<Guarded.Fence> fences() {
        return statements().stream()
                .flatMap(statement -> statement.all().stream())
                .toList();
    }

    @ParameterizedTest
    @MethodSource("fences")
    void a_statement_does_nothing_when_one_of_its_conditions_no_longer_holds(Guarded.Fence fence) {
        assertThat(isKeptOut(fence, sql -> sql)).isTrue();
    }

    @ParameterizedTest
    @MethodSource("fences")
    void it_would_do_something_without_that_condition(Guarded.Fence fence) {
        assertThat(isKeptOut(fence, fence::tornDown)).isFalse();
    }

    @ParameterizedTest
    @MethodSource("statements")
    void no_condition_is_missing_here_and_none_in_the_statement(Guarded statement) {
        Set<String> known = new HashSet<>(statement.fences().keySet());
        known.addAll(statement.others().keySet());

        assertThat(Conditions.of(statement.sql()).stream().distinct().map(Conditions::nameOf))
                .containsExactlyInAnyOrderElementsOf(known);
    }

    @Test
    void no_statement_that_changes_records_is_missing_here() {
        List<String> changing = StoreStatements.all().entrySet().stream()
                .filter(statement -> isChange(statement.getValue()))
                .map(Map.Entry::getKey)
                .toList();

        assertThat(changing).hasSizeGreaterThan(20);
        assertThat(statements()).extracting(Guarded::name).containsAll(changing);
    }

    private static boolean isChange(String sql) {
        boolean isOfSteps = sql.startsWith("UPDATE \"idempotency_record_step\"")
                || sql.startsWith("DELETE FROM \"idempotency_record_step\"");
        return !isOfSteps && (sql.contains("UPDATE \"") || sql.contains("DELETE FROM"));
    }

    private static boolean isKeptOut(Guarded.Fence fence, UnaryOperator<String> rewriting) {
        Scene scene = new Scene(table);
        fence.statement().given().accept(scene);
        List<String> meddled = new ArrayList<>();
        MeddlingDataSource watched =
                new MeddlingDataSource(scene.dataSource(), fence.statement().sql(), rewriting, () -> {
                    scene.change(fence.change());
                    meddled.addAll(scene.records());
                });
        scene.watch(watched);
        boolean reported = reported(fence.statement(), scene);

        assertThat(watched.isExecuted()).as("the statement is executed").isTrue();
        boolean says = fence.statement().sql().contains("SET state = state") && reported;
        return scene.records().equals(meddled) && !watched.isFailed() && !says;
    }

    private static boolean reported(Guarded statement, Scene scene) {
        try {
            return statement.when().apply(scene);
        } catch (StoreException over) {
            return false;
        }
    }
}
