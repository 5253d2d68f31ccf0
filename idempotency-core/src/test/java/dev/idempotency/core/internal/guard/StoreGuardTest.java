package dev.idempotency.core.internal.guard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idempotency.core.store.GrantedRun;
import dev.idempotency.core.store.IdempotencyStore;
import dev.idempotency.core.store.Reservations;
import dev.idempotency.core.store.Resolution;
import dev.idempotency.core.store.StoreOperation;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each call of a store and of the runs that it grants passes the guard. */
class StoreGuardTest extends StoreGuardFixture {

    static List<Method> questions() {
        return sorted(IdempotencyStore.class.getMethods());
    }

    static List<Method> questionsOfOneRequest() {
        return sorted(Reservations.class.getMethods());
    }

    /** But for those that a run answers without its store. */
    static List<Method> questionsOfOneRun() {
        return sorted(GrantedRun.class.getMethods()).stream()
                .filter(question -> question.getReturnType() == boolean.class)
                .toList();
    }

    /** The virtual machine hands them out in any order, and a run of one test must find the same again. */
    private static List<Method> sorted(Method[] methods) {
        return Arrays.stream(methods)
                .sorted(Comparator.comparing(Method::getName))
                .toList();
    }

    static List<Method> yesOrNo() {
        return questions().stream()
                .filter(question -> question.getReturnType() == boolean.class)
                .toList();
    }

    @ParameterizedTest
    @MethodSource("questions")
    void each_call_of_a_store_passes_the_interceptor_under_its_own_name(Method question) throws Exception {
        IdempotencyStore store = guard(new Watching("one")).around(answering());

        assertThat(question.invoke(store, anything(question))).isEqualTo(ANSWERS.get(question.getReturnType()));
        assertThat(seen).containsExactly("one before " + label(question), "asked for " + label(question), "one after");
    }

    @ParameterizedTest
    @MethodSource("questionsOfOneRequest")
    void so_does_each_call_of_reservations_that_are_no_store(Method question) throws Exception {
        Reservations reservations = guard(new Watching("one")).around((Reservations) answering());

        assertThat(question.invoke(reservations, anything(question))).isEqualTo(ANSWERS.get(question.getReturnType()));
        assertThat(seen).containsExactly("one before " + label(question), "asked for " + label(question), "one after");
    }

    @ParameterizedTest
    @MethodSource("yesOrNo")
    void a_no_of_the_store_stays_a_no(Method question) throws Exception {
        IdempotencyStore store = guard(new Watching("one")).around(answering(Map.of(boolean.class, false)));

        assertThat(question.invoke(store, anything(question))).isEqualTo(false);
    }

    @ParameterizedTest
    @MethodSource("questionsOfOneRun")
    void so_does_each_ending_of_a_run_that_a_guarded_store_grants(Method question) throws Exception {
        for (boolean answer : List.of(true, false)) {
            seen.clear();
            GrantedRun run = granted(guard(new Watching("one")).around(granting(answer)));
            seen.clear();

            assertThat(question.invoke(run, anything(question))).isEqualTo(answer);
            assertThat(seen)
                    .containsExactly("one before " + label(question), "asked for " + label(question), "one after");
        }
    }

    @Test
    void so_do_the_runs_of_reservations_that_are_no_store() {
        GrantedRun run = granted(guard(new Watching("one")).around((Reservations) granting(true)));
        seen.clear();

        assertThat(run.fail("error")).isTrue();

        assertThat(seen).containsExactly("one before fail", "asked for fail", "one after");
    }

    @Test
    void a_guarded_run_is_named_and_kept_like_the_one_of_the_store() {
        IdempotencyStore store = granting(true);
        GrantedRun run = granted(store);

        assertThat(granted(guard().around(store)).lease()).isEqualTo(run.lease());
        assertThat(granted(guard().around(store)).expiresAt()).isEqualTo(run.expiresAt());
        assertThat(granted(guard().around(store))).hasToString(run.toString());
    }

    @Test
    void there_is_an_operation_for_each_question_and_no_other() {
        assertThat(Arrays.stream(StoreOperation.values()).map(StoreOperation::label))
                .containsExactlyInAnyOrderElementsOf(Stream.concat(
                                Stream.concat(questions().stream(), questionsOfOneRun().stream())
                                        .map(StoreGuardTest::label),
                                GuardedStepsTest.OPERATIONS.values().stream())
                        .distinct()
                        .toList());
    }

    @Test
    void what_is_not_in_the_port_of_a_store_is_asked_behind_the_guard_too() {
        assertThat(guard(new Watching("one")).<Integer>call(StoreOperation.FIND, () -> 7))
                .isEqualTo(7);
        assertThat(seen).containsExactly("one before find", "one after");
    }

    private static Object[] anything(Method question) {
        return Arrays.stream(question.getParameterTypes())
                .map(StoreGuardTest::anything)
                .toArray();
    }

    private static Object anything(Class<?> type) {
        if (type == Resolution.class) {
            return new Resolution.Requeued();
        }
        return type == int.class ? (Object) 1 : type == long.class ? (Object) 1L : null;
    }
}
