package dev.idempotency.test;

import static dev.idempotency.test.Requests.BY_HAND;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.idempotency.core.action.Action;
import dev.idempotency.core.action.ActionResult;
import dev.idempotency.core.action.ActionResult.AlreadyDone;
import dev.idempotency.core.action.ActionResult.Conflicting;
import dev.idempotency.core.action.ActionResult.Done;
import dev.idempotency.core.action.ActionResult.InProgress;
import dev.idempotency.core.action.Actions;
import dev.idempotency.core.action.DoneAction;
import dev.idempotency.core.fingerprint.Fingerprint;
import dev.idempotency.core.key.IdempotencyKey;
import dev.idempotency.core.scope.Scope;
import dev.idempotency.core.store.DecisionLogEntry;
import dev.idempotency.core.store.IdempotencyStore.Reaping;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** All rules of {@link Actions}, on a store that keeps them. */
public interface ActionsContract extends StoreUnderTest {

    Scope TENANT = Scope.of("tenant");

    /** The actions beside the store; the same ones throughout a test, and none is done when the test begins. */
    Actions actions();

    @Test
    default void an_action_is_done_once_and_told_of_with_reference_and_time() {
        Action refund = Action.of(TENANT, "refund:1", "1000");
        AtomicInteger effects = new AtomicInteger();

        ActionResult<Integer> first = actions().once(refund, effects::incrementAndGet, number -> "R-" + number);
        ActionResult<Integer> second = actions().once(refund, effects::incrementAndGet, number -> "R-" + number);

        assertThat(first).isEqualTo(new Done<>(1));
        DoneAction done = actions().find(TENANT, "refund:1").orElseThrow();
        assertThat(second).isEqualTo(new AlreadyDone<>(done));
        assertThat(done.reference()).contains("R-1");
        assertThat(done.byKeyHash()).isEmpty();
        assertThat(effects).hasValue(1);
    }

    @Test
    default void an_effect_need_not_have_a_name() {
        Action refund = Action.of(TENANT, "refund:1", "1000");

        assertThat(actions().once(refund, () -> "done")).isEqualTo(new Done<>("done"));

        assertThat(actions().find(TENANT, "refund:1").orElseThrow().reference()).isEmpty();
        assertThat(actions().once(refund, ActionsContract::mustNotRun)).isInstanceOf(AlreadyDone.class);
    }

    @Test
    default void the_key_under_which_it_was_done_is_told_by_its_hash() {
        IdempotencyKey key = new IdempotencyKey("secret");
        Action refund = new Action(TENANT, "refund:1", Requests.fingerprint("body"), key);

        actions().once(refund, () -> "done");

        DoneAction done = actions().find(TENANT, "refund:1").orElseThrow();
        assertThat(key).hasToString("IdempotencyKey[" + done.byKeyHash().orElseThrow() + "]");
    }

    @Test
    default void the_same_action_with_other_content_conflicts_and_does_nothing() {
        actions().once(Action.of(TENANT, "refund:1", "1000"), () -> "R-1", text -> text);

        ActionResult<String> other = actions().once(Action.of(TENANT, "refund:1", "2000"), ActionsContract::mustNotRun);

        assertThat(other)
                .isEqualTo(new Conflicting<>(actions().find(TENANT, "refund:1").orElseThrow()));
    }

    @Test
    default void contents_of_another_version_are_not_told_apart() {
        byte[] hash = new byte[Fingerprint.LENGTH - 1];
        actions().once(new Action(TENANT, "refund:1", Fingerprint.of(1, hash), null), () -> "done");

        Action newer = new Action(TENANT, "refund:1", Fingerprint.of(2, hash), null);

        assertThat(actions().once(newer, ActionsContract::mustNotRun)).isInstanceOf(AlreadyDone.class);
    }

    @Test
    default void names_count_in_their_scope_and_to_the_letter() {
        actions().once(Action.of(TENANT, "refund:1"), () -> "done");

        assertThat(actions().once(Action.of(Scope.of("another"), "refund:1"), () -> "done"))
                .isInstanceOf(Done.class);
        assertThat(actions().once(Action.of(TENANT, "refund:11"), () -> "done")).isInstanceOf(Done.class);
        assertThat(actions().once(Action.of(TENANT, "Refund:1"), () -> "done")).isInstanceOf(Done.class);
    }

    @Test
    default void work_that_throws_has_not_done_the_action() {
        Action refund = Action.of(TENANT, "refund:1");
        IllegalStateException failure = new IllegalStateException("failed");

        assertThatThrownBy(() -> actions().once(refund, () -> {
                    throw failure;
                }))
                .isSameAs(failure);

        assertThat(actions().find(TENANT, "refund:1")).isEmpty();
        assertThat(actions().once(refund, () -> "done")).isEqualTo(new Done<>("done"));
    }

    @Test
    default void a_reference_that_cannot_be_kept_undoes_the_action() {
        Action refund = Action.of(TENANT, "refund:1");

        assertThatIllegalArgumentException()
                .isThrownBy(() -> actions().once(refund, () -> "done", text -> "x".repeat(256)));

        assertThat(actions().find(TENANT, "refund:1")).isEmpty();
    }

    @Test
    default void while_it_is_being_done_it_is_in_progress() throws Exception {
        Action refund = Action.of(TENANT, "refund:1");
        CountDownLatch working = new CountDownLatch(1);
        CountDownLatch looked = new CountDownLatch(1);
        ExecutorService thread = Executors.newSingleThreadExecutor();
        try {
            Future<ActionResult<String>> first = thread.submit(() -> actions().once(refund, () -> {
                working.countDown();
                await(looked);
                return "done";
            }));
            await(working);

            assertThat(actions().once(refund, ActionsContract::mustNotRun)).isEqualTo(new InProgress<>());
            assertThat(actions().find(TENANT, "refund:1")).isEmpty();
            assertThat(actions().forget(TENANT, "refund:1", BY_HAND)).isFalse();

            looked.countDown();
            assertThat(first.get(1, TimeUnit.MINUTES)).isEqualTo(new Done<>("done"));
            assertThat(actions().once(refund, ActionsContract::mustNotRun)).isInstanceOf(AlreadyDone.class);
        } finally {
            looked.countDown();
            thread.shutdownNow();
        }
    }

    @Test
    default void of_many_at_once_one_does_it() throws Exception {
        AtomicInteger effects = new AtomicInteger();
        AtomicInteger conflicts = new AtomicInteger();
        Callable<Optional<ActionResult<Integer>>> attempt = () -> {
            try {
                return Optional.of(actions().once(Action.of(TENANT, "refund:1"), effects::incrementAndGet));
            } catch (RuntimeException failure) {
                assertThat(isConflict(failure)).as(failure.toString()).isTrue();
                conflicts.incrementAndGet();
                return Optional.empty();
            }
        };

        List<ActionResult<Integer>> results = AtOnce.call(Collections.nCopies(16, attempt)).stream()
                .flatMap(Optional::stream)
                .toList();

        assertThat(results).filteredOn(Done.class::isInstance).hasSize(1);
        assertThat(results)
                .allMatch(result ->
                        result instanceof Done || result instanceof AlreadyDone || result instanceof InProgress);
        assertThat(effects.get()).isBetween(1, 1 + conflicts.get());
    }

    /** Whether the store's transactions may fail in this way, because they conflict with others, and are rolled back then. */
    default boolean isConflict(RuntimeException failure) {
        return false;
    }

    @Test
    default void what_was_done_is_kept_when_records_are_reaped_and_purged() {
        Action refund = new Action(TENANT, "refund:1", Requests.fingerprint("body"), new IdempotencyKey("key"));
        Requests.granted(store(), Requests.request("tenant", "key", "body")).complete(Requests.response("done"));
        actions().once(refund, () -> "R-1", text -> text);

        letTimePass(Requests.RETENTION.plus(Duration.ofDays(365)));
        store().reap(Reaping.DELETE, 100);
        store().evictAll(TENANT, BY_HAND);

        assertThat(store().find(Requests.request("tenant", "key", "body").id())).isEmpty();
        assertThat(actions().once(refund, ActionsContract::mustNotRun)).isInstanceOf(AlreadyDone.class);
    }

    @Test
    default void only_a_decision_that_is_kept_makes_it_forgotten() {
        Action refund = Action.of(TENANT, "refund:1", "1000");
        actions().once(refund, () -> "done");

        assertThat(actions().forget(Scope.of("another"), "refund:1", BY_HAND)).isFalse();
        assertThat(actions().forget(TENANT, "refund:1", BY_HAND)).isTrue();
        assertThat(actions().forget(TENANT, "refund:1", BY_HAND)).isFalse();

        assertThat(actions().once(Action.of(TENANT, "refund:1", "2000"), () -> "again"))
                .isEqualTo(new Done<>("again"));
        assertThat(store().decisions(TENANT, 10)).singleElement().satisfies(entry -> {
            assertThat(entry.action()).isEqualTo(DecisionLogEntry.Action.FORGOTTEN);
            assertThat(entry.subject()).isEqualTo("refund:1");
            assertThat(entry.keyHash()).isNull();
            assertThat(entry.decision()).isEqualTo(BY_HAND);
        });
        assertThat(store().decisions(Scope.of("another"), 10)).isEmpty();
    }

    @Test
    default void a_name_that_cannot_be_kept_is_refused() {
        assertThatIllegalArgumentException().isThrownBy(() -> Action.of(TENANT, " "));
        assertThatIllegalArgumentException().isThrownBy(() -> Action.of(TENANT, "x".repeat(256)));
        assertThatIllegalArgumentException().isThrownBy(() -> Action.of(TENANT, "a\0b"));
        assertThat(actions().once(Action.of(TENANT, "x".repeat(255)), () -> "done"))
                .isInstanceOf(Done.class);
    }

    private static String mustNotRun() {
        throw new AssertionError("The action must not be done again");
    }

    private static void await(CountDownLatch latch) {
        try {
            if (!latch.await(1, TimeUnit.MINUTES)) {
                throw new IllegalStateException("Nobody came");
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
