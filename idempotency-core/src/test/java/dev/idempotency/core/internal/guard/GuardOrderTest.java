package dev.idempotency.core.internal.guard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.idempotency.core.store.IdempotencyStore;
import dev.idempotency.core.store.Reservations;
import dev.idempotency.core.store.StoreException;
import dev.idempotency.core.store.StoreInterceptor;
import dev.idempotency.core.store.StoreOperation;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** What stands around a store, in its order. */
class GuardOrderTest extends StoreGuardFixture {

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
}
