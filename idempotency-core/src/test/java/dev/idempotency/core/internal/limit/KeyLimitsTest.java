package dev.idempotency.core.internal.limit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.idempotency.core.fingerprint.Fingerprint;
import dev.idempotency.core.key.IdempotencyKey;
import dev.idempotency.core.memory.InMemoryStore;
import dev.idempotency.core.record.RecordId;
import dev.idempotency.core.scope.Scope;
import dev.idempotency.core.store.IdempotencyStore;
import dev.idempotency.core.store.OnLapsedLease;
import dev.idempotency.core.store.ReservationRequest;
import dev.idempotency.core.store.StoreException;
import java.lang.reflect.Proxy;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class KeyLimitsTest {

    private final InMemoryStore store = new InMemoryStore(Clock.systemUTC(), 1_000);
    private final AtomicLong nanos = new AtomicLong();
    private final AtomicInteger counts = new AtomicInteger();

    @Test
    void a_scope_may_take_so_many_new_keys_a_second() {
        KeyLimits limits = limits(null, 3);

        assertThat(taken(limits, "alice", 10)).isEqualTo(3);
        assertThat(taken(limits, "bob", 10)).isEqualTo(3);
        pass(Duration.ofSeconds(1));
        assertThat(taken(limits, "alice", 10)).isEqualTo(3);
        pass(Duration.ofSeconds(60));
        assertThat(taken(limits, "alice", 10)).as("nothing is saved up").isEqualTo(3);
        assertThat(counts).hasValue(0);
    }

    @Test
    void who_is_refused_is_told_when_there_is_room() {
        KeyLimits limits = limits(null, 2);
        taken(limits, "alice", 2);

        assertThat(limits.refusal(id("alice", "new"))).contains(Duration.ofMillis(500));
        limits.granted(Scope.of("alice"));
        assertThat(limits.refusal(id("alice", "new"))).contains(Duration.ofMillis(1_000));
    }

    @Test
    void a_known_key_is_let_through_and_costs_nothing() {
        KeyLimits limits = limits(null, 2);
        reserve("alice", "known");
        taken(limits, "alice", 2);

        assertThat(limits.refusal(id("alice", "new"))).isPresent();
        assertThat(limits.refusal(id("alice", "known"))).isEmpty();
        pass(Duration.ofMillis(500));
        assertThat(limits.refusal(id("alice", "new"))).isEmpty();
    }

    @Test
    void the_reads_of_a_refused_scope_are_limited_too() {
        KeyLimits limits = limits(null, 2);
        reserve("alice", "known");
        taken(limits, "alice", 2);
        limits.refusal(id("alice", "new-1"));
        limits.refusal(id("alice", "new-2"));

        assertThat(limits.refusal(id("alice", "known"))).isPresent();
    }

    @Test
    void a_scope_may_have_so_many_records_and_is_counted_seldom() {
        KeyLimits limits = limits(100, null);

        assertThat(taken(limits, "alice", 300)).isEqualTo(100);
        assertThat(counts).hasValueLessThanOrEqualTo(25);
        assertThat(taken(limits, "bob", 5)).isEqualTo(5);
        assertThat(limits.refusal(id("alice", "new"))).contains(Duration.ofSeconds(5));
    }

    @Test
    void records_of_other_nodes_count_as_well() {
        KeyLimits limits = limits(100, null);
        for (int i = 0; i < 98; i++) {
            reserve("alice", "elsewhere-" + i);
        }

        assertThat(taken(limits, "alice", 300)).isLessThanOrEqualTo(5);
    }

    @Test
    void a_scope_over_the_limit_is_counted_again_in_time_and_let_in_again() {
        AtomicInteger stored = new AtomicInteger(20);
        KeyLimits limits = new KeyLimits(20, null, store, (scope, limit) -> stored.get(), nanos::get);
        limits.granted(Scope.of("alice"));
        assertThat(limits.refusal(id("alice", "new"))).isPresent();
        stored.set(3);
        assertThat(limits.refusal(id("alice", "new"))).isPresent();

        pass(Duration.ofSeconds(5));

        assertThat(limits.refusal(id("alice", "new"))).isEmpty();
    }

    @Test
    void a_store_that_fails_limits_nothing() {
        KeyLimits limits = new KeyLimits(
                20,
                null,
                store,
                (scope, limit) -> {
                    throw new StoreException.NotApplied("away");
                },
                nanos::get);
        limits.granted(Scope.of("alice"));

        assertThat(limits.refusal(id("alice", "new"))).isEmpty();
    }

    @Test
    void a_store_that_cannot_say_whether_a_key_is_known_limits_nothing() {
        IdempotencyStore away = (IdempotencyStore) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {IdempotencyStore.class}, (proxy, method, arguments) -> {
                    throw new StoreException.NotApplied("away");
                });
        KeyLimits limits = new KeyLimits(null, 1, away, store, nanos::get);
        limits.granted(Scope.of("alice"));

        assertThat(limits.refusal(id("alice", "new"))).isEmpty();
    }

    @Test
    void what_is_granted_while_records_are_counted_counts_as_well() {
        AtomicReference<KeyLimits> limits = new AtomicReference<>();
        limits.set(new KeyLimits(
                20,
                null,
                store,
                (scope, limit) -> {
                    limits.get().granted(scope);
                    limits.get().granted(scope);
                    return 18;
                },
                nanos::get));
        limits.get().granted(Scope.of("alice"));

        assertThat(limits.get().refusal(id("alice", "new"))).isPresent();
    }

    @Test
    void scopes_that_were_not_seen_for_long_are_forgotten() {
        KeyLimits limits = limits(null, 1);
        limits.granted(Scope.of("alice"));
        assertThat(limits.refusal(id("alice", "new"))).isPresent();

        for (int i = 0; i < 10_000; i++) {
            limits.granted(Scope.of("other-" + i));
        }

        assertThat(limits.refusal(id("alice", "new"))).isEmpty();
    }

    @Test
    void a_limit_is_positive() {
        assertThatThrownBy(() -> limits(0, null)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> limits(null, 0)).isInstanceOf(IllegalArgumentException.class);
    }

    private KeyLimits limits(Integer active, Integer fresh) {
        return new KeyLimits(
                active,
                fresh,
                store,
                (scope, limit) -> {
                    counts.incrementAndGet();
                    return store.count(scope, limit);
                },
                nanos::get);
    }

    private int taken(KeyLimits limits, String scope, int tries) {
        int taken = 0;
        for (int i = 0; i < tries; i++) {
            String key = "k" + nanos.get() + "-" + i;
            if (limits.refusal(id(scope, key)).isEmpty()) {
                reserve(scope, key);
                limits.granted(Scope.of(scope));
                taken++;
            }
        }
        return taken;
    }

    private void reserve(String scope, String key) {
        store.reserve(new ReservationRequest(
                id(scope, key),
                "POST /orders",
                Fingerprint.of(1, new byte[Fingerprint.LENGTH - 1]),
                key,
                Duration.ofMinutes(1),
                Duration.ofHours(1),
                OnLapsedLease.UNKNOWN));
    }

    private void pass(Duration time) {
        nanos.addAndGet(time.toNanos());
    }

    private static RecordId id(String scope, String key) {
        return new RecordId(Scope.of(scope), new IdempotencyKey(key));
    }
}
