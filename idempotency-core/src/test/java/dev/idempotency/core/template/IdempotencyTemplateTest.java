package dev.idempotency.core.template;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.idempotency.core.atrest.StoredKeyMapper;
import dev.idempotency.core.downstream.DownstreamKeys;
import dev.idempotency.core.key.IdempotencyKey;
import dev.idempotency.core.outcome.OutcomeUnknownException;
import dev.idempotency.core.record.Entity;
import dev.idempotency.core.record.RecordId;
import dev.idempotency.core.record.State;
import dev.idempotency.core.scope.Scope;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class IdempotencyTemplateTest extends TemplateFixture {

    @Test
    void the_work_runs_once_and_later_calls_get_its_value() {
        IdempotentResult<Receipt> first = booking("file-1").run(Receipt.class, this::book);
        IdempotentResult<Receipt> second = booking("file-1").run(Receipt.class, this::book);

        assertThat(first).isEqualTo(new IdempotentResult.Ran<>(RECEIPT));
        assertThat(second).isEqualTo(new IdempotentResult.Replayed<>(RECEIPT));
        assertThat(runs).hasValue(1);
    }

    @Test
    void another_key_is_another_call() {
        booking("file-1").run(Receipt.class, this::book);

        assertThat(booking("file-2").run(Receipt.class, this::book)).isInstanceOf(IdempotentResult.Ran.class);
    }

    @Test
    void two_operations_do_not_share_their_keys_unless_a_scope_is_named() {
        Scope tenant = Scope.of("t:1");

        assertThat(template.operation("book").key("1").lease().run(this::book))
                .isInstanceOf(IdempotentResult.Ran.class);
        assertThat(template.operation("mail").key("1").lease().run(this::book))
                .isInstanceOf(IdempotentResult.Ran.class);
        assertThat(template.operation("book").scope(tenant).key("1").lease().run(this::book))
                .isInstanceOf(IdempotentResult.Ran.class);
        assertThat(template.operation("mail").scope(tenant).key("1").lease().run(this::book))
                .isEqualTo(new IdempotentResult.Reused<>());
    }

    @Test
    void another_request_is_refused_and_the_order_of_members_does_not_matter() {
        KeyedOperation call = template.operation("book-invoice").key("file-1");
        call.request(Map.of("a", 1, "b", List.of(2))).lease().run(Receipt.class, this::book);

        assertThat(call.request(new Invoice(List.of(2), 1)).lease().run(Receipt.class, this::book))
                .isInstanceOf(IdempotentResult.Replayed.class);
        assertThat(call.request(Map.of("a", 1, "b", List.of(3))).lease().run(Receipt.class, this::book))
                .isEqualTo(new IdempotentResult.Reused<>());
        assertThat(call.lease().run(Receipt.class, this::book)).isEqualTo(new IdempotentResult.Reused<>());
        assertThat(runs).hasValue(1);
    }

    private record Invoice(List<Integer> b, int a) {}

    @Test
    void bytes_are_compared_byte_by_byte() {
        KeyedOperation call = template.operation("book-invoice").key("file-1");
        call.requestBytes(new byte[] {'{', '}'}).lease().run(this::book);

        assertThat(call.requestBytes(new byte[] {'{', '}'}).lease().run(this::book))
                .isInstanceOf(IdempotentResult.Replayed.class);
        assertThat(call.requestBytes(new byte[] {'{', ' ', '}'}).lease().run(this::book))
                .isEqualTo(new IdempotentResult.Reused<>());
    }

    @Test
    void a_call_meets_one_that_still_runs() {
        booking("file-1").run(() -> {
            assertThat(booking("file-1").run(this::book))
                    .isInstanceOfSatisfying(
                            IdempotentResult.InProgress.class,
                            running -> assertThat(running.retryAfter())
                                    .isPositive()
                                    .isLessThanOrEqualTo(Duration.ofSeconds(60)));
        });

        assertThat(runs).hasValue(0);
    }

    @Test
    void a_call_that_waits_gets_the_value_of_the_one_that_runs() throws Exception {
        CompletableFuture<IdempotentResult<Receipt>> waiting = new CompletableFuture<>();
        booking("file-1").run(Receipt.class, () -> {
            Thread waiter = new Thread(() -> waiting.complete(template.operation("book-invoice")
                    .key("file-1")
                    .waitAtMost(Duration.ofSeconds(30))
                    .lease()
                    .run(Receipt.class, this::book)));
            waiter.start();
            while (waiter.getState() != Thread.State.TIMED_WAITING) {
                Thread.onSpinWait();
            }
            return book();
        });

        assertThat(waiting.get()).isEqualTo(new IdempotentResult.Replayed<>(RECEIPT));
        assertThat(runs).hasValue(1);
    }

    @Test
    void what_the_work_throws_is_thrown_on_unchanged_and_the_next_call_runs() {
        Exception planted = new Exception("planted");

        assertThatThrownBy(() -> booking("file-1").run(() -> {
                    throw planted;
                }))
                .isSameAs(planted);
        assertThat(record("file-1").state()).isEqualTo(State.FAILED_RETRYABLE);

        assertThat(booking("file-1").run(this::book)).isInstanceOf(IdempotentResult.Ran.class);
    }

    @Test
    void an_error_ends_the_run_as_well() {
        assertThatThrownBy(() -> booking("file-1").run(() -> {
                    throw new AssertionError("planted");
                }))
                .hasMessage("planted");

        assertThat(record("file-1").state()).isEqualTo(State.FAILED_RETRYABLE);
    }

    @Test
    void of_two_calls_for_one_entity_one_runs_at_a_time_however_they_are_put() {
        Entity order = new Entity(Scope.of("tenant"), "order:1");
        KeyedOperation second = template.operation("cancel")
                .key("2")
                .on(order)
                .request("all")
                .keepFor(Duration.ofHours(1))
                .waitAtMost(Duration.ZERO);

        template.operation("pay").key("1").on(order).lease().run(() -> {
            assertThat(second.lease().run(this::book)).isInstanceOf(IdempotentResult.InProgress.class);
            assertThat(second.repeatableLease().run(this::book)).isInstanceOf(IdempotentResult.InProgress.class);
            assertThat(template.operation("mail").key("3").lease().run(() -> {}))
                    .isInstanceOf(IdempotentResult.Ran.class);
        });

        assertThat(second.lease().run(this::book)).isInstanceOf(IdempotentResult.Ran.class);
        assertThat(runs).hasValue(1);
    }

    @Test
    void after_an_unknown_outcome_nothing_runs_until_it_is_found_out() {
        assertThatThrownBy(() -> booking("file-1").run(() -> {
                    throw new OutcomeUnknownException("planted");
                }))
                .hasMessage("planted");

        assertThat(booking("file-1").run(Receipt.class, this::book)).isInstanceOf(IdempotentResult.Unknown.class);
        assertThat(runs).hasValue(0);
    }

    @Test
    void work_without_a_value_has_one_that_is_null() {
        assertThat(booking("file-1").run(() -> {
                    runs.incrementAndGet();
                }))
                .isEqualTo(new IdempotentResult.Ran<@Nullable Void>(null));
        assertThat(booking("file-1").run(() -> {
                    runs.incrementAndGet();
                }))
                .isEqualTo(new IdempotentResult.Replayed<@Nullable Void>(null));
        assertThat(runs).hasValue(1);
    }

    @Test
    void a_value_may_be_null() {
        booking("file-1").run(Receipt.class, () -> null);

        assertThat(booking("file-1").run(Receipt.class, this::book)).isEqualTo(new IdempotentResult.Replayed<>(null));
    }

    @Test
    void a_value_of_a_generic_type_comes_back_as_one() {
        ValueType<List<Receipt>> receipts = new ValueType<>() {};
        booking("file-1").run(receipts, () -> List.of(RECEIPT));

        assertThat(booking("file-1").run(receipts, List::of))
                .isEqualTo(new IdempotentResult.Replayed<>(List.of(RECEIPT)));
        assertThat(receipts).hasToString("java.util.List<" + Receipt.class.getTypeName() + ">");
    }

    @Test
    void work_that_goes_on_after_it_has_returned_is_refused_before_it_begins() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> booking("file-1").run(CompletableFuture.class, CompletableFuture::new))
                .withMessageContaining("CompletableFuture is not over when it returns");
        assertThatIllegalArgumentException()
                .isThrownBy(() ->
                        booking("file-1").run(new ValueType<CompletableFuture<String>>() {}, CompletableFuture::new));

        assertThat(store.find(id("file-1"))).isEmpty();
    }

    @Test
    void the_work_sees_the_keys_of_its_run_and_a_reconciler_the_same_ones() {
        var seen = new KeySeen();
        IdempotencyTemplate bound = template(new JsonCodec(), TemplateSettings.defaults(), seen, StoredKeyMapper.PLAIN);

        bound.operation("book-invoice").key("file-1").lease().run(this::book);

        assertThat(seen.key)
                .isEqualTo(new DownstreamKeys(id("file-1"), record("file-1").fingerprint()).forStep("charge"));
    }

    private static final class KeySeen implements RunBinding {

        private @Nullable String key;

        @Override
        public <T extends @Nullable Object, X extends Exception> T within(DownstreamKeys keys, Work<T, X> work)
                throws X {
            key = keys.forStep("charge");
            return work.run();
        }
    }

    @Test
    void a_record_is_kept_under_the_name_that_the_application_gives_it() {
        StoredKeyMapper reversed = id -> new RecordId(
                id.scope(),
                new IdempotencyKey(new StringBuilder(id.key().value()).reverse().toString()));
        IdempotencyTemplate hiding = template(new JsonCodec(), TemplateSettings.defaults(), RunBinding.NONE, reversed);

        hiding.operation("book-invoice").key("abc").lease().run(this::book);

        assertThat(store.find(id("cba"))).isPresent();
        assertThat(store.find(id("abc"))).isEmpty();
    }

    @Test
    void the_settings_of_the_application_hold_unless_a_call_says_otherwise() {
        booking("file-1").run(this::book);
        template.operation("book-invoice")
                .key("file-2")
                .keepFor(Duration.ofDays(7))
                .lease(Duration.ofSeconds(5))
                .run(this::book);

        assertThat(kept("file-1")).isEqualTo(Duration.ofHours(24));
        assertThat(kept("file-2")).isEqualTo(Duration.ofDays(7));
        assertThat(Duration.between(
                        record("file-2").lifetime().createdAt(),
                        record("file-2").hold().until()))
                .isEqualTo(Duration.ofSeconds(5));
    }

    private Duration kept(String key) {
        return Duration.between(
                record(key).lifetime().createdAt(), record(key).lifetime().expiresAt());
    }

    @Test
    void names_and_keys_that_cannot_be_are_refused_with_what_they_must_be() {
        assertThatIllegalArgumentException().isThrownBy(() -> template.operation(" "));
        assertThatIllegalArgumentException().isThrownBy(() -> template.operation("x".repeat(256)));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> template.operation("book").key("grün"))
                .withMessageContaining("printable ASCII");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> template.operation("book").key("1").keepFor(Duration.ZERO));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> template.operation("book").key("1").lease(Duration.ZERO));
    }

    @Test
    void no_text_of_a_call_shows_its_key_or_value() {
        Operation operation = template.operation("book").scope(Scope.of("secret-tenant"));
        KeyedOperation call = operation.key("secret-key");

        assertThat(List.of(
                        operation.toString(),
                        call.toString(),
                        call.lease().toString(),
                        new IdempotentResult.Ran<>("secret").toString(),
                        new IdempotentResult.Replayed<>("secret").toString()))
                .noneMatch(text -> text.contains("secret"));
    }
}
