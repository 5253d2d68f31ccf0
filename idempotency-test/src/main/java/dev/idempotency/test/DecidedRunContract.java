package dev.idempotency.test;

import static dev.idempotency.test.Requests.RETENTION;
import static dev.idempotency.test.Requests.granted;
import static dev.idempotency.test.Requests.request;
import static dev.idempotency.test.Requests.response;
import static dev.idempotency.test.Requests.retry;
import static org.assertj.core.api.Assertions.assertThat;

import dev.idempotency.core.record.IdempotencyRecord;
import dev.idempotency.core.store.GrantedRun;
import dev.idempotency.core.store.ReservationRequest;
import dev.idempotency.core.store.Resolution;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What a run can still say after somebody else decided how it ended. */
public interface DecidedRunContract extends StoreUnderTest {

    private GrantedRun decided(ReservationRequest request, Resolution resolution) {
        GrantedRun run = granted(store(), request);
        run.markUnknown("Timeout");
        assertThat(store().resolve(run.lease().id(), run.lease().token(), resolution, Optional.empty()))
                .isTrue();
        return run;
    }

    @Test
    default void a_late_owner_learns_that_somebody_else_decided() {
        GrantedRun done = decided(request("late-done"), new Resolution.Completed(response("found out"), RETENTION));
        GrantedRun undone = decided(request("late-undone"), new Resolution.NotExecuted(RETENTION));

        assertThat(done.complete(response("late"))).isFalse();
        assertThat(undone.fail("late")).isFalse();

        IdempotencyRecord record = store().find(done.lease().id()).orElseThrow();
        assertThat(record.response()).isEqualTo(response("found out"));
        assertThat(record.lifetime().decidedAt()).isNotNull();
        assertThat(store().find(undone.lease().id()).orElseThrow().lifetime().decidedAt())
                .isNotNull();
    }

    @Test
    default void the_run_after_a_decision_ends_by_its_own_word() {
        ReservationRequest request = request("decided-again");
        decided(request, new Resolution.NotExecuted(RETENTION));
        GrantedRun next = granted(store(), retry(request));

        assertThat(next.complete(response("done"))).isTrue();
        assertThat(next.complete(response("done"))).isTrue();

        assertThat(store().find(request.id()).orElseThrow().lifetime().decidedAt())
                .isNull();
    }
}
