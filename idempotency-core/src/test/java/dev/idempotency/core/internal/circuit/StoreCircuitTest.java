package dev.idempotency.core.internal.circuit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.idempotency.core.store.StoreException;
import dev.idempotency.core.store.StoreOperation;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class StoreCircuitTest {

    private static final Duration PAUSE = Duration.ofSeconds(1);

    private final AtomicLong nanos = new AtomicLong();
    private final StoreCircuit circuit = new StoreCircuit(3, PAUSE, nanos::get);
    private final AtomicInteger calls = new AtomicInteger();

    @Test
    void failures_in_a_row_open_it_and_then_the_store_is_not_asked() {
        fail(2);
        assertThat(circuit.isOpen()).isFalse();
        fail(1);
        assertThat(circuit.isOpen()).isTrue();
        calls.set(0);

        assertRefused(StoreOperation.RESERVE);
        assertRefused(StoreOperation.LOOK);
        assertRefused(StoreOperation.FIND);
        assertThat(calls).hasValue(0);
    }

    @Test
    void a_success_in_between_begins_the_row_again() {
        fail(2);
        succeed(StoreOperation.RESERVE);
        fail(2);

        assertThat(circuit.isOpen()).isFalse();
    }

    @Test
    void a_store_that_refuses_is_there() {
        for (int i = 0; i < 10; i++) {
            refuse();
        }

        assertThat(circuit.isOpen()).isFalse();
    }

    @Test
    void a_store_that_refuses_begins_the_row_again_and_ends_a_trial() {
        fail(2);
        refuse();
        fail(2);
        assertThat(circuit.isOpen()).isFalse();
        fail(1);
        nanos.addAndGet(PAUSE.toNanos());

        refuse();

        assertThat(circuit.isOpen()).isFalse();
    }

    @Test
    void answers_that_were_lost_open_it() {
        for (int i = 0; i < 3; i++) {
            assertThatThrownBy(() -> circuit.around(StoreOperation.RESERVE, () -> {
                        throw new StoreException.AnswerLost("lost", new IOException("reset"));
                    }))
                    .isInstanceOf(StoreException.AnswerLost.class);
        }

        assertThat(circuit.isOpen()).isTrue();
    }

    @ParameterizedTest
    @EnumSource(
            mode = EnumSource.Mode.EXCLUDE,
            names = {"RESERVE", "LOOK", "FIND"})
    void whatever_ends_a_run_or_works_in_the_background_is_always_tried(StoreOperation operation) {
        fail(3);
        calls.set(0);

        call(operation, this::away);

        assertThat(calls).hasValue(1);
        assertThat(circuit.isOpen()).isTrue();
    }

    @Test
    void after_a_pause_one_call_tries_and_the_others_are_still_refused() {
        fail(3);
        nanos.addAndGet(PAUSE.toNanos());

        circuit.around(StoreOperation.RESERVE, () -> {
            assertRefused(StoreOperation.RESERVE);
            assertRefused(StoreOperation.LOOK);
            return "tried";
        });

        assertThat(circuit.isOpen()).isFalse();
        succeed(StoreOperation.RESERVE);
    }

    @Test
    void a_trial_that_fails_means_another_pause() {
        fail(3);
        nanos.addAndGet(PAUSE.toNanos());
        fail(1);

        assertRefused(StoreOperation.RESERVE);
        nanos.addAndGet(PAUSE.toNanos());
        succeed(StoreOperation.RESERVE);
        assertThat(circuit.isOpen()).isFalse();
    }

    @Test
    void a_trial_that_ends_without_telling_does_not_keep_it_open_for_good() {
        fail(3);
        nanos.addAndGet(PAUSE.toNanos());
        assertThatThrownBy(() -> circuit.around(StoreOperation.RESERVE, () -> {
                    throw new IllegalStateException("a bug");
                }))
                .hasMessage("a bug");

        nanos.addAndGet(PAUSE.toNanos());
        succeed(StoreOperation.RESERVE);
        assertThat(circuit.isOpen()).isFalse();
    }

    @Test
    void a_trial_that_hangs_is_given_up() {
        fail(3);
        nanos.addAndGet(PAUSE.toNanos());

        circuit.around(StoreOperation.RESERVE, () -> {
            nanos.addAndGet(Duration.ofSeconds(29).toNanos());
            assertRefused(StoreOperation.RESERVE);
            nanos.addAndGet(Duration.ofSeconds(1).toNanos());
            fail(1);
            assertThat(circuit.isOpen()).isTrue();
            return "late";
        });

        assertThat(circuit.isOpen()).isFalse();
    }

    @Test
    void work_in_the_background_that_reaches_the_store_closes_it() {
        fail(3);
        succeed(StoreOperation.SWEEP);

        assertThat(circuit.isOpen()).isFalse();
    }

    @Test
    void a_transaction_that_is_rolled_back_does_not_close_it() {
        fail(3);
        succeed(StoreOperation.FAIL);
        succeed(StoreOperation.MARK_UNKNOWN);

        assertThat(circuit.isOpen()).isTrue();
    }

    private void fail(int times) {
        for (int i = 0; i < times; i++) {
            call(StoreOperation.RESERVE, this::away);
        }
    }

    private void refuse() {
        call(StoreOperation.RESERVE, () -> {
            throw new StoreException.NotApplied("The record is locked");
        });
    }

    private String away() {
        calls.incrementAndGet();
        throw StoreException.NotApplied.away("away", new IOException("connection refused"));
    }

    private void call(StoreOperation operation, Supplier<String> call) {
        assertThatThrownBy(() -> circuit.around(operation, call)).isInstanceOf(StoreException.NotApplied.class);
    }

    private void succeed(StoreOperation operation) {
        assertThat(circuit.around(operation, () -> "answer")).isEqualTo("answer");
    }

    private void assertRefused(StoreOperation operation) {
        assertThatThrownBy(() -> circuit.around(operation, () -> calls.incrementAndGet()))
                .isInstanceOf(StoreException.NotApplied.class)
                .hasMessageContaining("not asked")
                .hasNoCause();
    }
}
