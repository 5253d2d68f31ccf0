package dev.idempotency.spring.internal.phase;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.idempotency.core.downstream.DownstreamKeys;
import dev.idempotency.core.internal.template.PlainValueCodec;
import dev.idempotency.core.memory.InMemoryStore;
import dev.idempotency.core.outcome.OutcomeUnknownException;
import dev.idempotency.core.store.GrantedRun;
import dev.idempotency.core.store.ReservationRequest;
import dev.idempotency.test.Requests;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/** What handlers do wrong with phases is refused, and does nothing. */
class RecordedPhasesTest {

    private final InMemoryStore store = new InMemoryStore(Clock.systemUTC(), 10);
    private final ReservationRequest request = Requests.resuming(Requests.request("key"));
    private final GrantedRun first = Requests.granted(store, request);
    private final RecordedPhases phases = phases(first, 20);

    private static RecordedPhases phases(GrantedRun run, int maxResult) {
        RecordedPhases phases = new RecordedPhases(
                List.of("one", "two"),
                run.steps(),
                new DownstreamKeys(run.lease().id(), run.lease().fingerprint()),
                new PhaseTransaction(null, TransactionDefinition.withDefaults()),
                new PhaseSettings(new PlainValueCodec(), maxResult));
        assertThat(phases.read()).isTrue();
        return phases;
    }

    @Test
    void a_phase_that_is_not_declared_is_refused() {
        assertThatIllegalStateException()
                .isThrownBy(() -> phases.local("three", () -> {}))
                .withMessageContaining("'three'")
                .withMessageContaining("[one, two]");
    }

    @Test
    void a_phase_out_of_its_turn_is_refused() {
        assertThatIllegalStateException()
                .isThrownBy(() -> phases.local("two", () -> {}))
                .withMessageContaining("turn of 'one'");
        phases.local("one", () -> {});
        assertThatIllegalStateException().isThrownBy(() -> phases.local("one", () -> {}));
    }

    @Test
    void a_phase_inside_of_another_is_refused() {
        assertThatIllegalStateException()
                .isThrownBy(() -> phases.local("one", () -> phases.local("one", () -> {})))
                .withMessageContaining("one after the other");
        assertThat(store.steps()).isZero();
    }

    @Test
    void a_phase_inside_of_a_transaction_is_refused() {
        TransactionSynchronizationManager.setActualTransactionActive(true);
        try {
            assertThatIllegalStateException()
                    .isThrownBy(() -> phases.local("one", () -> {}))
                    .withMessageContaining("@Transactional");
            assertThatIllegalStateException()
                    .isThrownBy(() -> phases.external("one", call -> "done").run());
        } finally {
            TransactionSynchronizationManager.setActualTransactionActive(false);
        }
        assertThat(store.steps()).isZero();
    }

    @Test
    void a_key_for_a_second_effect_in_one_phase_is_refused() {
        assertThatIllegalStateException()
                .isThrownBy(() -> phases.external("one", call -> call.key() + phases.downstreamKey("email"))
                        .run())
                .withMessageContaining("has one effect");
    }

    @Test
    void a_key_outside_of_an_external_phase_is_refused() {
        assertThatIllegalStateException()
                .isThrownBy(() -> phases.downstreamKey("charge"))
                .withMessageContaining("outside of the phases");
        assertThatIllegalStateException()
                .isThrownBy(() -> phases.local("one", () -> {
                    phases.downstreamKey("charge");
                }))
                .withMessageContaining("local phase 'one'");
    }

    @Test
    void nothing_comes_after_an_external_phase_that_has_failed() {
        assertThatIllegalStateException()
                .isThrownBy(() -> phases.external("one", call -> {
                            throw new IllegalStateException("no answer");
                        })
                        .run());

        assertThatIllegalStateException()
                .isThrownBy(() -> phases.external("one", call -> "again").run())
                .withMessageContaining("had failed");
    }

    @Test
    void a_local_phase_may_be_tried_again_in_the_same_run() {
        assertThatIllegalStateException()
                .isThrownBy(() -> phases.local("one", () -> {
                    throw new IllegalStateException("lost a race");
                }));

        phases.local("one", () -> {});

        assertThat(store.steps()).isOne();
    }

    @Test
    void a_local_result_that_is_too_large_is_refused_and_an_external_one_is_not_kept() {
        assertThatThrownBy(() -> phases.local("one", String.class, () -> "more than twenty characters"))
                .hasMessageContaining("idempotency.steps.max-payload");
        assertThat(store.steps()).isZero();
        phases.local("one", () -> {});

        assertThat(phases.external("two", call -> "more than twenty characters").get(String.class))
                .hasSize(27);

        RecordedPhases next = resumed();
        next.local("one", () -> {
            throw new AssertionError("finished phases are not run");
        });
        assertThatThrownBy(() -> next.external("two", call -> "again").get(String.class))
                .isInstanceOf(OutcomeUnknownException.class);
    }

    @Test
    void a_key_is_the_same_in_every_run_and_another_in_another_phase() {
        String[] keys = new String[3];
        assertThatIllegalStateException()
                .isThrownBy(() -> phases.external("one", call -> {
                            keys[0] = call.key();
                            throw new IllegalStateException("no answer");
                        })
                        .run());
        RecordedPhases next = resumed();
        next.external("one", call -> keys[1] = call.key())
                .repeatableFor(Duration.ofHours(1))
                .run();
        next.external("two", call -> keys[2] = call.key()).run();

        assertThat(keys[1]).isEqualTo(keys[0]);
        assertThat(keys[2]).isNotEqualTo(keys[0]);
    }

    private RecordedPhases resumed() {
        first.fail("failed");
        return phases(Requests.granted(store, Requests.retry(request)), 20);
    }
}
