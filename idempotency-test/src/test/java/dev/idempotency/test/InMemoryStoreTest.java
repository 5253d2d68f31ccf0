package dev.idempotency.test;

import static dev.idempotency.test.Requests.granted;
import static dev.idempotency.test.Requests.request;
import static dev.idempotency.test.Requests.response;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.idempotency.core.action.Actions;
import dev.idempotency.core.memory.InMemoryStore;
import dev.idempotency.core.memory.TransactionEnd;
import dev.idempotency.core.store.GrantedRun;
import dev.idempotency.core.store.IdempotencyStore;
import dev.idempotency.core.store.IdempotencyStore.Reaping;
import dev.idempotency.core.store.Reservation;
import dev.idempotency.core.store.StoreException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;

class InMemoryStoreTest implements IdempotencyStoreContract, ActionsContract, StepContract {

    private final SettableClock clock = new SettableClock(Instant.parse("2026-01-01T00:00:00Z"));
    private final InMemoryStore store = new InMemoryStore(clock, 1_000);
    private final Actions actions = store.actions(TransactionEnd.NONE);

    @Override
    public IdempotencyStore store() {
        return store;
    }

    @Override
    public Actions actions() {
        return actions;
    }

    @Override
    public void letTimePass(Duration duration) {
        clock.advance(duration);
    }

    @Override
    public boolean inTransaction(BooleanSupplier work) {
        return work.getAsBoolean();
    }

    @Override
    public int stepsInAll() {
        return store.steps();
    }

    @Test
    void a_full_store_refuses_new_keys_and_serves_the_old_ones() {
        InMemoryStore small = new InMemoryStore(clock, 2);
        GrantedRun first = granted(small, request("first"));
        granted(small, request("second"));

        assertThatThrownBy(() -> small.reserve(request("third"))).isInstanceOf(StoreException.NotApplied.class);

        assertThat(small.size()).isEqualTo(2);
        assertThat(first.complete(response("done"))).isTrue();
        assertThat(small.reserve(request("first"))).isInstanceOf(Reservation.Replay.class);
    }

    @Test
    void a_full_store_has_room_again_once_reaped() {
        InMemoryStore small = new InMemoryStore(clock, 1);
        granted(small, request("first")).complete(response("done"));
        letTimePass(Requests.RETENTION);

        assertThat(small.reap(Reaping.DELETE, 10)).isOne();

        granted(small, request("second"));
    }

    @Test
    void a_store_without_room_is_refused() {
        assertThatIllegalArgumentException().isThrownBy(() -> new InMemoryStore(Clock.systemUTC(), 0));
    }
}
