package dev.idempotency.spring.internal.spikes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idempotency.core.internal.digest.Sha256;
import dev.idempotency.core.record.RecordedAnswer;
import dev.idempotency.core.scope.Scope;
import dev.idempotency.core.store.Reservation;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class ScopeSpikesTest {

    private static final Reservation REPLAY = new Reservation.Replay(
            RecordedAnswer.of(201, List.of(), "done".getBytes(StandardCharsets.UTF_8)), Instant.EPOCH);
    private static final Reservation NOT_KEPT = new Reservation.ResponseUnavailable(201, Instant.EPOCH);
    private static final Reservation MISMATCH = new Reservation.Reused();
    private static final Reservation RUNNING = new Reservation.InProgress(Duration.ZERO);

    private final AtomicLong now = new AtomicLong(-5);
    private final ScopeSpikes spikes = new ScopeSpikes(now::get);

    @Test
    void the_most_frequent_scopes_come_first_each_kind_by_itself() {
        seen("alice", REPLAY, 3);
        seen("bob", REPLAY, 5);
        seen("bob", NOT_KEPT, 1);
        seen("carol", REPLAY, 1);
        seen("carol", MISMATCH, 7);
        seen("dave", RUNNING, 9);

        ScopeSpikes.Top top = spikes.top(2);

        assertThat(top.window()).isEqualTo(Duration.ofMinutes(5));
        assertThat(top.replays()).containsExactly(spike("bob", 6, 0), spike("alice", 3, 0));
        assertThat(top.mismatches()).containsExactly(spike("carol", 7, 0));
    }

    @Test
    void what_was_minutes_ago_is_forgotten_little_by_little() {
        seen("alice", REPLAY, 3);
        pass(Duration.ofSeconds(150));
        seen("alice", REPLAY, 4);

        assertThat(spikes.top(1).replays()).containsExactly(spike("alice", 7, 0));
        pass(Duration.ofSeconds(150));
        assertThat(spikes.top(1).replays()).containsExactly(spike("alice", 4, 0));
        pass(Duration.ofSeconds(150));
        assertThat(spikes.top(1).replays()).isEmpty();
        seen("alice", REPLAY, 1);
        assertThat(spikes.top(1).replays()).containsExactly(spike("alice", 1, 0));
    }

    @Test
    void a_heavy_scope_is_found_among_any_number_of_others_in_bounded_memory() {
        for (int i = 0; i < 20_000; i++) {
            seen("other-" + i, MISMATCH, 1);
            if (i % 50 == 0) {
                seen("heavy", MISMATCH, 1);
            }
        }

        ScopeSpikes.Spike first = spikes.top(1).mismatches().get(0);

        assertThat(first.scope()).isEqualTo("heavy");
        assertThat(first.count()).isGreaterThanOrEqualTo(400);
        assertThat(first.count() - first.excess()).isLessThanOrEqualTo(400);
        assertThat(spikes.top(Integer.MAX_VALUE).mismatches()).hasSize(200);
    }

    @Test
    void a_heavy_scope_is_found_when_it_comes_after_all_places_are_taken() {
        for (int i = 0; i < 200; i++) {
            seen("early-" + i, REPLAY, 2);
        }
        for (int i = 0; i < 1_000; i++) {
            seen("heavy", REPLAY, 1);
            seen("other-" + i, REPLAY, 1);
        }

        assertThat(spikes.top(1).replays()).containsExactly(spike("heavy", 1_002, 2));
    }

    private void seen(String scope, Reservation reservation, int times) {
        for (int i = 0; i < times; i++) {
            spikes.onAnswered(null, Scope.of(scope), reservation);
        }
    }

    private void pass(Duration time) {
        now.addAndGet(time.toNanos());
    }

    private static ScopeSpikes.Spike spike(String scope, long count, long excess) {
        return new ScopeSpikes.Spike(scope, Sha256.shortHex(scope), count, excess);
    }
}
