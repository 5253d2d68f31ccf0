package dev.idempotency.core.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class InterceptedStoreTest {

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
        IdempotencyStore store = InterceptedStore.of(answering(), List.of(new Watching("one")));

        assertThat(question.invoke(store, anything(question))).isEqualTo(ANSWERS.get(question.getReturnType()));
        assertThat(seen).containsExactly("one before " + label(question), "asked for " + label(question), "one after");
    }

    @ParameterizedTest
    @MethodSource("questionsOfOneRequest")
    void so_does_each_call_of_reservations_that_are_no_store(Method question) throws Exception {
        Reservations reservations = InterceptedReservations.of(answering(), List.of(new Watching("one")));

        assertThat(question.invoke(reservations, anything(question))).isEqualTo(ANSWERS.get(question.getReturnType()));
        assertThat(seen).containsExactly("one before " + label(question), "asked for " + label(question), "one after");
    }

    @ParameterizedTest
    @MethodSource("yesOrNo")
    void a_no_of_the_store_stays_a_no(Method question) throws Exception {
        IdempotencyStore store =
                InterceptedStore.of(answering(Map.of(boolean.class, false)), List.of(new Watching("one")));

        assertThat(question.invoke(store, anything(question))).isEqualTo(false);
    }

    @Test
    void there_is_an_operation_for_each_question_and_no_other() {
        assertThat(Arrays.stream(StoreOperation.values()).map(StoreOperation::label))
                .containsExactlyInAnyOrderElementsOf(
                        questions().stream().map(InterceptedStoreTest::label).toList());
    }

    @Test
    void the_first_interceptor_is_outermost() {
        List<StoreInterceptor> interceptors = List.of(new Watching("first"), new Watching("second"));

        InterceptedStore.of(answering(), interceptors).reap(IdempotencyStore.Reaping.DELETE, 1);
        InterceptedReservations.of(answering(), interceptors).look(null);

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
    void without_interceptors_nothing_stands_around_a_store() {
        IdempotencyStore store = answering();

        assertThat(InterceptedStore.of(store, List.of())).isSameAs(store);
        assertThat(InterceptedReservations.of(store, List.of())).isSameAs(store);
    }

    @Test
    void a_call_that_is_refused_does_not_reach_the_store() {
        StoreInterceptor refusing = new StoreInterceptor() {
            @Override
            public <T> T around(StoreOperation operation, Supplier<T> call) {
                throw new StoreException.NotReached("The circuit is open");
            }
        };

        assertThatThrownBy(() ->
                        InterceptedStore.of(answering(), List.of(refusing)).reserve(null))
                .isInstanceOf(StoreException.NotReached.class);
        assertThat(seen).isEmpty();
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
                .map(type -> type == int.class ? (Object) 1 : type == long.class ? (Object) 1L : null)
                .toArray();
    }

    private static String label(Method question) {
        return question.getName().replaceAll("([A-Z])", "_$1").toLowerCase(Locale.ROOT);
    }

    /** Writes down what passes. */
    private final class Watching implements StoreInterceptor {

        private final String name;

        Watching(String name) {
            this.name = name;
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
