package dev.idempotency.core.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.idempotency.core.record.Records;
import dev.idempotency.core.store.IdempotencyStore.Eviction;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each call of a store and of the runs that it grants passes the guard. */
class StoreGuardTest {

    private static final Map<Class<?>, Object> ANSWERS = Map.of(
            boolean.class,
            true,
            int.class,
            7,
            Optional.class,
            Optional.of("found"),
            List.class,
            List.of("one"),
            Set.class,
            Set.of("one"),
            Eviction.class,
            Eviction.ABSENT,
            Reservation.class,
            new Reservation.Reused());

    private final List<String> seen = new ArrayList<>();

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
                .containsExactlyInAnyOrderElementsOf(Stream.concat(questions().stream(), questionsOfOneRun().stream())
                        .map(StoreGuardTest::label)
                        .distinct()
                        .toList());
    }

    @Test
    void what_is_not_in_the_port_of_a_store_is_asked_behind_the_guard_too() {
        assertThat(guard(new Watching("one")).<Integer>call(StoreOperation.FIND, () -> 7))
                .isEqualTo(7);
        assertThat(seen).containsExactly("one before find", "one after");
    }

    @Test
    void the_listeners_are_told_inside_of_the_interceptors() {
        StoreGuard guard =
                new StoreGuard(List.of(new Watching("one")), List.of((event, records) -> seen.add("told " + event)));

        guard.around(answering()).reap(IdempotencyStore.Reaping.DELETE, 1);

        assertThat(seen).containsExactly("one before reap", "asked for reap", "told REAPED", "one after");
    }

    @Test
    void the_first_interceptor_is_outermost() {
        List<StoreInterceptor> interceptors = List.of(new Watching("first"), new Watching("second"));

        StoreGuard guard = new StoreGuard(interceptors, List.of());
        guard.around(answering()).reap(IdempotencyStore.Reaping.DELETE, 1);
        guard.around((Reservations) answering()).look(null);

        assertThat(seen)
                .containsExactly(
                        "first before reap",
                        "second before reap",
                        "asked for reap",
                        "second after",
                        "first after",
                        "first before look",
                        "second before look",
                        "asked for look",
                        "second after",
                        "first after");
    }

    @Test
    void whatever_order_they_are_given_in_each_interceptor_stands_in_its_place() {
        List<StoreInterceptor> interceptors = List.of(
                new Watching("meters", StoreInterceptor.Place.INNERMOST),
                new Watching("application"),
                new Watching("circuit", StoreInterceptor.Place.OUTERMOST));

        guard(interceptors.toArray(StoreInterceptor[]::new))
                .around(answering())
                .reap(IdempotencyStore.Reaping.DELETE, 1);

        assertThat(seen)
                .startsWith("circuit before reap", "application before reap", "meters before reap", "asked for reap");
    }

    @Test
    void a_call_that_is_refused_does_not_reach_the_store() {
        StoreInterceptor refusing = new StoreInterceptor() {
            @Override
            public <T> T around(StoreOperation operation, Supplier<T> call) {
                throw new StoreException.NotApplied("The circuit is open");
            }
        };

        assertThatThrownBy(() -> guard(refusing).around(answering()).reserve(null))
                .isInstanceOf(StoreException.NotApplied.class);
        assertThat(seen).isEmpty();
    }

    private static StoreGuard guard(StoreInterceptor... interceptors) {
        return new StoreGuard(List.of(interceptors), List.of());
    }

    private static GrantedRun granted(Reservations reservations) {
        return ((Reservation.Granted) reservations.reserve(null)).run();
    }

    /** A store that grants a run which answers so, and writes down what it is asked. */
    private IdempotencyStore granting(boolean answer) {
        LeasedRecords records = (LeasedRecords) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {LeasedRecords.class}, (proxy, question, arguments) -> {
                    seen.add("asked for " + label(question));
                    return answer;
                });
        GrantedRun run = new LeasedRun(records, Records.lease(7), Records.NOW);
        GrantedRun supplementing = (GrantedRun) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {GrantedRun.class}, (proxy, question, arguments) -> {
                    if (question.getName().equals("supplement")) {
                        seen.add("asked for supplement");
                        return answer;
                    }
                    return question.invoke(run, arguments);
                });
        return answering(Map.of(Reservation.class, new Reservation.Granted(supplementing, GrantReason.FIRST)));
    }

    private IdempotencyStore answering() {
        return answering(ANSWERS);
    }

    private IdempotencyStore answering(Map<Class<?>, Object> answers) {
        return (IdempotencyStore) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {IdempotencyStore.class}, (proxy, question, arguments) -> {
                    if (question.getDeclaringClass() == Object.class) {
                        return question.invoke(this, arguments);
                    }
                    seen.add("asked for " + label(question));
                    return answers.get(question.getReturnType());
                });
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

    private static String label(Method question) {
        return question.getName().replaceAll("([A-Z])", "_$1").toLowerCase(Locale.ROOT);
    }

    /** Writes down what passes. */
    private final class Watching implements StoreInterceptor {

        private final String name;
        private final Place place;

        Watching(String name) {
            this(name, Place.BETWEEN);
        }

        Watching(String name, Place place) {
            this.name = name;
            this.place = place;
        }

        @Override
        public Place place() {
            return place;
        }

        @Override
        public <T> T around(StoreOperation operation, Supplier<T> call) {
            seen.add(name + " before " + operation.label());
            T answer = call.get();
            seen.add(name + " after");
            return answer;
        }
    }
}
