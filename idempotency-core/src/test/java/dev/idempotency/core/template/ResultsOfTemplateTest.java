package dev.idempotency.core.template;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.idempotency.core.outcome.OutcomeUnknownException;
import dev.idempotency.core.record.State;
import dev.idempotency.core.store.Resolution;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What becomes of values, and of callers who want a value or nothing. */
class ResultsOfTemplateTest extends TemplateFixture {

    @Test
    void a_value_that_this_version_cannot_read_is_unavailable_and_never_a_second_run() {
        booking("file-1").run(String.class, () -> "not a receipt");

        assertThat(booking("file-1").run(Receipt.class, this::book)).isEqualTo(new IdempotentResult.Unavailable<>());
        assertThat(runs).hasValue(0);
    }

    @Test
    void a_value_that_is_too_large_is_given_once_and_unavailable_afterwards() {
        IdempotencyTemplate narrow =
                template(new JsonCodec(), new TemplateSettings(Duration.ofSeconds(60), Duration.ofHours(24), 11));
        Execution fits = narrow.operation("book").key("1").lease();
        Execution tooLarge = narrow.operation("book").key("2").lease();

        assertThat(fits.run(String.class, () -> "123456789")).isEqualTo(new IdempotentResult.Ran<>("123456789"));
        assertThat(tooLarge.run(String.class, () -> "1234567890")).isEqualTo(new IdempotentResult.Ran<>("1234567890"));

        assertThat(fits.run(String.class, () -> "again")).isEqualTo(new IdempotentResult.Replayed<>("123456789"));
        assertThat(tooLarge.run(String.class, () -> "again")).isEqualTo(new IdempotentResult.Unavailable<>());
    }

    @Test
    void a_value_that_cannot_be_written_does_not_undo_the_work() {
        Object unwritable = new Object() {
            @SuppressWarnings("unused")
            public String getTrap() {
                throw new IllegalStateException("planted");
            }
        };

        assertThat(booking("file-1").run(Object.class, () -> unwritable))
                .isEqualTo(new IdempotentResult.Ran<>(unwritable));
        assertThat(record("file-1").state()).isEqualTo(State.COMPLETED);
        assertThat(booking("file-1").run(Object.class, this::book)).isEqualTo(new IdempotentResult.Unavailable<>());
    }

    @Test
    void a_request_that_cannot_be_written_is_refused_before_anything_runs() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> template.operation("book").key("1").request(new Object() {
                    @SuppressWarnings("unused")
                    public String getTrap() {
                        throw new IllegalStateException("planted");
                    }
                }))
                .withMessage("What is asked of 'book' cannot be written as JSON");
    }

    @Test
    void what_was_found_out_is_replayed_as_the_value_that_it_came_to() {
        unknown("file-1");

        store.resolve(
                id("file-1"),
                record("file-1").hold().token(),
                new Resolution.Completed(template.answerOf(RECEIPT), Duration.ofHours(1)),
                Optional.empty());

        assertThat(booking("file-1").run(Receipt.class, this::book))
                .isEqualTo(new IdempotentResult.Replayed<>(RECEIPT));
    }

    @Test
    void a_value_or_nothing() throws Exception {
        assertThat(booking("file-1").runOrThrow(Receipt.class, this::book)).isEqualTo(RECEIPT);
        assertThat(booking("file-1").runOrThrow(Receipt.class, this::book)).isEqualTo(RECEIPT);
        booking("file-2").runOrThrow(() -> {});
        booking("file-2").runOrThrow(() -> {});

        assertThat(runs).hasValue(1);
    }

    @Test
    void a_call_in_progress_may_be_tried_again_after_the_time_that_it_says() {
        booking("file-1").run(() -> assertRetryable(IdempotencyException.InProgress.class, Duration.ofSeconds(60)));
    }

    @Test
    void a_call_of_unknown_outcome_may_be_tried_again() {
        unknown("file-1");

        assertRetryable(IdempotencyException.Unknown.class, Duration.ofSeconds(60));
    }

    private void assertRetryable(Class<? extends IdempotencyException> kind, Duration atMost) {
        IdempotencyException thrown = thrownBy(booking("file-1"), kind);
        assertThat(thrown.retryable()).isTrue();
        assertThat(thrown.retryAfter())
                .hasValueSatisfying(after ->
                        assertThat(after).isGreaterThanOrEqualTo(Duration.ZERO).isLessThanOrEqualTo(atMost));
        assertThat(thrown).hasMessageContaining("'book-invoice'").hasMessageNotContaining("file-1");
    }

    @Test
    void it_is_of_no_use_to_try_a_reused_key_or_an_unavailable_value_again() {
        booking("file-1").run(String.class, () -> "not a receipt");
        Execution reused = template.operation("book-invoice")
                .key("file-1")
                .request(List.of())
                .lease();

        for (IdempotencyException thrown : List.of(
                thrownBy(booking("file-1"), IdempotencyException.Unavailable.class),
                thrownBy(reused, IdempotencyException.Reused.class))) {
            assertThat(thrown.retryable()).isFalse();
            assertThat(thrown.retryAfter()).isEmpty();
        }
    }

    private IdempotencyException thrownBy(Execution call, Class<? extends IdempotencyException> kind) {
        return catchThrowableOfType(kind, () -> call.runOrThrow(Receipt.class, this::book));
    }

    private void unknown(String key) {
        assertThatThrownBy(() -> booking(key).run(() -> {
                    throw new OutcomeUnknownException("planted");
                }))
                .hasMessage("planted");
    }
}
