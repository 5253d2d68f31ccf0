package dev.idempotency.core.store;

import static dev.idempotency.core.record.Records.RESPONSE;
import static dev.idempotency.core.record.Records.lease;
import static org.assertj.core.api.Assertions.assertThat;

import dev.idempotency.core.memory.InMemoryStore;
import java.time.Clock;
import org.junit.jupiter.api.Test;

class ReservationsTest {

    @Test
    void a_store_whose_completion_can_wait_for_the_answer_supplements_nothing() {
        Reservations waiting = new InMemoryStore(Clock.systemUTC(), 1);

        assertThat(waiting.supplement(lease(7), RESPONSE)).isFalse();
    }
}
