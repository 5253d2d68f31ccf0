package dev.idempotency.core.internal.guard;

import dev.idempotency.core.record.Records;
import dev.idempotency.core.store.GrantReason;
import dev.idempotency.core.store.GrantedRun;
import dev.idempotency.core.store.IdempotencyStore;
import dev.idempotency.core.store.IdempotencyStore.Eviction;
import dev.idempotency.core.store.LeasedRecords;
import dev.idempotency.core.store.LeasedRun;
import dev.idempotency.core.store.Reservation;
import dev.idempotency.core.store.Reservations;
import dev.idempotency.core.store.StoreInterceptor;
import dev.idempotency.core.store.StoreOperation;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/** Stores that write down what they are asked, behind interceptors that write down what passes. */
abstract class StoreGuardFixture {

    static final Map<Class<?>, Object> ANSWERS = Map.of(
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

    final List<String> seen = new ArrayList<>();

    static StoreGuard guard(StoreInterceptor... interceptors) {
        return new StoreGuard(List.of(interceptors), List.of());
    }

    static GrantedRun granted(Reservations reservations) {
        return ((Reservation.Granted) reservations.reserve(null)).run();
    }

    /** A store that grants a run which answers so, and writes down what it is asked. */
    IdempotencyStore granting(boolean answer) {
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

    IdempotencyStore answering() {
        return answering(ANSWERS);
    }

    IdempotencyStore answering(Map<Class<?>, Object> answers) {
        return (IdempotencyStore) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {IdempotencyStore.class}, (proxy, question, arguments) -> {
                    if (question.getDeclaringClass() == Object.class) {
                        return question.invoke(this, arguments);
                    }
                    seen.add("asked for " + label(question));
                    return answers.get(question.getReturnType());
                });
    }

    static String label(Method question) {
        return question.getName().replaceAll("([A-Z])", "_$1").toLowerCase(Locale.ROOT);
    }

    /** Writes down what passes. */
    final class Watching implements StoreInterceptor {

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
