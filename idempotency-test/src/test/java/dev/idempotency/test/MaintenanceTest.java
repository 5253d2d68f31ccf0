package dev.idempotency.test;

import static dev.idempotency.test.Requests.LEASE;
import static dev.idempotency.test.Requests.RETENTION;
import static dev.idempotency.test.Requests.granted;
import static dev.idempotency.test.Requests.request;
import static dev.idempotency.test.Requests.response;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.idempotency.core.internal.maintenance.Reaper;
import dev.idempotency.core.internal.maintenance.Sweeper;
import dev.idempotency.core.memory.InMemoryStore;
import dev.idempotency.core.record.State;
import dev.idempotency.core.store.GrantedRun;
import dev.idempotency.core.store.IdempotencyStore.Reaping;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** What keeps records from getting stuck and from piling up. */
class MaintenanceTest {

    private final SettableClock clock = new SettableClock(Instant.parse("2026-01-01T00:00:00Z"));
    private final InMemoryStore store = new InMemoryStore(clock, 5_000);

    @Test
    void the_first_sweep_finds_what_lapsed_while_everything_was_down() {
        GrantedRun run = granted(store, request("lapsed"));
        clock.advance(Duration.ofDays(2));
        Sweeper sweeper = new Sweeper(store, Duration.ofDays(7), Duration.ofMinutes(1), Duration.ofHours(1));

        assertThat(sweeper.sweep()).isOne();
        assertThat(store.find(run.lease().id()).orElseThrow().state()).isEqualTo(State.UNKNOWN);
    }

    @Test
    void later_sweeps_look_back_only_as_far_as_the_last_one() {
        Sweeper sweeper = new Sweeper(store, Duration.ofDays(7), Duration.ofMinutes(1), Duration.ofHours(1));
        sweeper.sweep();
        granted(store, request("long-lapsed"));
        clock.advance(Duration.ofHours(1));
        granted(store, request("just-lapsed"));
        clock.advance(LEASE);

        assertThat(sweeper.sweep()).isOne();
    }

    @Test
    void a_sweep_takes_as_many_batches_as_it_needs() {
        for (int i = 0; i < 1_001; i++) {
            granted(store, request("lapsed-" + i));
        }
        clock.advance(LEASE);

        assertThat(new Sweeper(store, Duration.ofHours(1), Duration.ZERO, Duration.ofHours(1)).sweep())
                .isEqualTo(1_001);
    }

    @Test
    void the_reaper_takes_as_many_batches_as_it_needs_and_nothing_that_runs_or_is_unknown() {
        for (int i = 0; i < 25; i++) {
            granted(store, request("done-" + i)).complete(response("done"));
        }
        granted(store, request("running"));
        granted(store, request("unknown")).markUnknown("error");
        clock.advance(RETENTION);

        assertThat(new Reaper(store, Reaping.DELETE, 10, 1_000_000).reap()).isEqualTo(25);
        assertThat(store.size()).isEqualTo(2);
    }

    @Test
    void an_interrupted_reaper_stops_after_its_batch() {
        for (int i = 0; i < 25; i++) {
            granted(store, request("done-" + i)).complete(response("done"));
        }
        clock.advance(RETENTION);
        Thread.currentThread().interrupt();

        assertThat(new Reaper(store, Reaping.DELETE, 10, 1).reap()).isEqualTo(10);
        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void a_reaper_that_may_do_nothing_is_refused() {
        assertThatIllegalArgumentException().isThrownBy(() -> new Reaper(store, Reaping.DELETE, 0, 1));
        assertThatIllegalArgumentException().isThrownBy(() -> new Reaper(store, Reaping.DELETE, 1, 0));
    }
}
