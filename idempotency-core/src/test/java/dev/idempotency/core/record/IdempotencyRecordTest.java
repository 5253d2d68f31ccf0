package dev.idempotency.core.record;

import static dev.idempotency.core.record.Records.FINGERPRINT;
import static dev.idempotency.core.record.Records.ID;
import static dev.idempotency.core.record.Records.LEASE;
import static dev.idempotency.core.record.Records.NOW;
import static dev.idempotency.core.record.Records.RESPONSE;
import static dev.idempotency.core.record.Records.RETENTION;
import static dev.idempotency.core.record.Records.hold;
import static dev.idempotency.core.record.Records.in;
import static dev.idempotency.core.record.Records.lease;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.idempotency.core.fingerprint.Fingerprint;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class IdempotencyRecordTest {

    private static final Map<State, UnaryOperator<IdempotencyRecord>> CHANGES = Map.of(
            State.IN_PROGRESS,
            record -> record.reservedAgain("POST /orders", FINGERPRINT, hold(8), Lifetime.from(NOW, RETENTION)),
            State.COMPLETED,
            record -> record.completed(RESPONSE, record.lifetime().finishedAt(NOW)),
            State.FAILED_RETRYABLE,
            record -> record.failed("Boom", record.lifetime().finishedAt(NOW)),
            State.UNKNOWN,
            record -> record.outcomeUnknown("Timeout", NOW));

    @ParameterizedTest
    @EnumSource
    void a_change_that_the_state_machine_forbids_is_refused_loudly(State from) {
        CHANGES.forEach((to, change) -> {
            if (from.canBecome(to)) {
                assertThat(change.apply(in(from)).state()).isEqualTo(to);
            } else {
                assertThatIllegalStateException()
                        .isThrownBy(() -> change.apply(in(from)))
                        .withMessage("A record cannot go from " + from + " to " + to);
            }
        });
    }

    @Test
    void an_answer_in_another_form_changes_nothing_else() {
        RecordedAnswer other = RecordedAnswer.withoutBody(201, List.of());
        IdempotencyRecord record = in(State.COMPLETED);

        IdempotencyRecord changed = record.withResponse(other);

        assertThat(changed.response()).isEqualTo(other);
        assertThat(changed.withResponse(RESPONSE)).isEqualTo(record);
    }

    @ParameterizedTest
    @EnumSource(names = {"COMPLETED", "FAILED_RETRYABLE", "EXPIRED"})
    void a_settled_record_expires_and_forgets_its_answer(State state) {
        IdempotencyRecord expired = in(state).expired();

        assertThat(expired.state()).isEqualTo(State.EXPIRED);
        assertThat(expired.response()).isNull();
        assertThat(expired.lifetime()).isEqualTo(in(state).lifetime());
    }

    @ParameterizedTest
    @EnumSource(names = {"IN_PROGRESS", "UNKNOWN"})
    void a_running_or_unknown_record_never_expires(State state) {
        Instant muchLater = NOW.plus(RETENTION.multipliedBy(100));

        assertThat(in(state).isExpired(muchLater)).isFalse();
        assertThatIllegalStateException().isThrownBy(() -> in(state).expired());
    }

    @Test
    void a_settled_record_expires_at_the_very_end_of_its_retention() {
        Instant end = NOW.plus(RETENTION);

        assertThat(in(State.COMPLETED).isExpired(end.minusNanos(1))).isFalse();
        assertThat(in(State.COMPLETED).isExpired(end)).isTrue();
        assertThat(in(State.FAILED_RETRYABLE).isExpired(end)).isTrue();
    }

    @Test
    void a_lease_lapses_at_its_very_end_and_only_while_running() {
        Instant end = NOW.plus(LEASE);

        assertThat(in(State.IN_PROGRESS).isLapsed(end.minusNanos(1))).isFalse();
        assertThat(in(State.IN_PROGRESS).isLapsed(end)).isTrue();
        assertThat(in(State.COMPLETED).isLapsed(end)).isFalse();
    }

    @Test
    void only_the_latest_token_holds_a_running_record() {
        assertThat(in(State.IN_PROGRESS).isHeldBy(lease(7))).isTrue();
        assertThat(in(State.IN_PROGRESS).isHeldBy(lease(6))).isFalse();
        assertThat(in(State.IN_PROGRESS).isHeldBy(lease(8))).isFalse();
        assertThat(in(State.COMPLETED).isHeldBy(lease(7))).isFalse();
    }

    @Test
    void a_completed_record_past_its_retention_can_be_reserved_for_another_request() {
        Instant end = NOW.plus(RETENTION);
        Fingerprint other = Fingerprint.of(2, new byte[32]);

        IdempotencyRecord again =
                in(State.COMPLETED).reservedAgain("PATCH /orders", other, hold(8), Lifetime.from(end, RETENTION));

        assertThat(again)
                .isEqualTo(
                        IdempotencyRecord.reserved(ID, "PATCH /orders", other, hold(8), Lifetime.from(end, RETENTION)));
    }

    @Test
    void a_token_only_grows() {
        for (long token : new long[] {6, 7}) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> in(State.FAILED_RETRYABLE)
                            .reservedAgain("POST /orders", FINGERPRINT, hold(token), Lifetime.from(NOW, RETENTION)))
                    .withMessage("Token " + token + " does not follow 7");
        }
    }

    @Test
    void a_renewal_changes_the_end_of_the_lease_only() {
        Instant later = NOW.plusSeconds(90);

        IdempotencyRecord renewed = in(State.IN_PROGRESS).renewed(later);

        assertThat(renewed.hold()).isEqualTo(new RunHolder(7, "node-1", later, false));
        assertThat(renewed.lifetime()).isEqualTo(in(State.IN_PROGRESS).lifetime());
        assertThatIllegalStateException().isThrownBy(() -> in(State.UNKNOWN).renewed(later));
    }

    @Test
    void what_is_known_of_a_run_survives_its_end() {
        IdempotencyRecord unknown = in(State.UNKNOWN);
        assertThat(unknown.lastError()).isEqualTo("Timeout");
        assertThat(unknown.reconciliation()).isEqualTo(new ReconcileSchedule(0, NOW));

        IdempotencyRecord completed =
                unknown.completed(RESPONSE, unknown.lifetime().finishedAt(NOW));
        assertThat(completed.lastError()).isEqualTo("Timeout");
        assertThat(completed.reconciliation()).isNull();
        assertThat(completed.response()).isEqualTo(RESPONSE);
        assertThat(in(State.FAILED_RETRYABLE).lastError()).isEqualTo("Boom");
        assertThat(in(State.FAILED_RETRYABLE).lifetime().finishedAt()).isEqualTo(NOW);
    }

    @Test
    void a_run_ended_by_its_own_word_unless_somebody_else_decided() {
        IdempotencyRecord completed = in(State.COMPLETED);
        IdempotencyRecord unknown = in(State.UNKNOWN);
        IdempotencyRecord decided =
                unknown.completed(RESPONSE, unknown.lifetime().finishedLate(NOW, RETENTION));

        assertThat(completed.endedBy(lease(7), State.COMPLETED)).isTrue();
        assertThat(completed.endedBy(lease(7), State.FAILED_RETRYABLE)).isFalse();
        assertThat(completed.endedBy(lease(6), State.COMPLETED)).isFalse();
        assertThat(decided.endedBy(lease(7), State.COMPLETED)).isFalse();
    }

    @Test
    void attempts_to_reconcile_are_counted_until_an_operator_must_decide() {
        IdempotencyRecord later = in(State.UNKNOWN).stillUnknown(NOW.plusSeconds(5));
        assertThat(later.reconciliation()).isEqualTo(new ReconcileSchedule(1, NOW.plusSeconds(5)));
        assertThat(new ReconcileSchedule(1, NOW).isDeadLetter()).isFalse();

        IdempotencyRecord dead = later.stillUnknown(null);
        assertThat(dead.reconciliation()).isEqualTo(new ReconcileSchedule(2, null));
        assertThat(new ReconcileSchedule(2, null).isDeadLetter()).isTrue();
        assertThatIllegalStateException().isThrownBy(() -> in(State.COMPLETED).stillUnknown(NOW));
        assertThatIllegalStateException()
                .isThrownBy(() -> in(State.COMPLETED).askedAfterAgain(ReconcileSchedule.dueAt(NOW)));
        assertThatIllegalArgumentException().isThrownBy(() -> new ReconcileSchedule(-1, NOW));
    }

    @Test
    void a_response_goes_with_completed_and_a_reconciliation_with_unknown() {
        Lifetime lifetime = Lifetime.from(NOW, RETENTION);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new IdempotencyRecord(
                        ID, "op", FINGERPRINT, State.COMPLETED, hold(1), null, null, null, lifetime));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new IdempotencyRecord(
                        ID, "op", FINGERPRINT, State.IN_PROGRESS, hold(1), RESPONSE, null, null, lifetime));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new IdempotencyRecord(
                        ID, "op", FINGERPRINT, State.UNKNOWN, hold(1), null, null, null, lifetime));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new IdempotencyRecord(
                        ID,
                        "op",
                        FINGERPRINT,
                        State.IN_PROGRESS,
                        hold(1),
                        null,
                        null,
                        ReconcileSchedule.dueAt(NOW),
                        lifetime));
    }

    @Test
    void no_key_caller_or_answer_is_shown() {
        assertThat(in(State.COMPLETED).toString())
                .contains("POST /orders", "COMPLETED", "token 7")
                .doesNotContain("secret-key", "alice", "/orders/1", "node-1");
    }
}
