package dev.idempotency.spring.template;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.idempotency.core.downstream.DownstreamKeys;
import dev.idempotency.core.operator.IdempotencyOperations;
import dev.idempotency.core.outcome.OutcomeUnknownException;
import dev.idempotency.core.record.IdempotencyRecord;
import dev.idempotency.core.record.State;
import dev.idempotency.core.store.OperatorDecision;
import dev.idempotency.core.store.StoreException;
import dev.idempotency.core.template.IdempotencyException;
import dev.idempotency.core.template.IdempotentResult;
import dev.idempotency.core.template.KeyedOperation;
import dev.idempotency.spring.IdempotencyContext;
import dev.idempotency.test.AtOnce;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What holds in every way and for every pool: the rules of outcomes and of concurrency that hold for stores, seen by a caller. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class WaysOfTemplate {

    private static final int CALLS = 20;

    final TemplateApplication application;
    String key = "";

    WaysOfTemplate(int connections) {
        this.application = new TemplateApplication(connections);
    }

    @BeforeEach
    void useNewKey() {
        key = UUID.randomUUID().toString();
    }

    @AfterAll
    void stop() {
        application.close();
    }

    @ParameterizedTest
    @EnumSource
    void the_work_is_done_once_and_later_calls_get_its_value(Way way) {
        assertThat(application.book(way, key)).isEqualTo(new IdempotentResult.Ran<>("booked " + key));
        assertThat(application.book(way, key)).isEqualTo(new IdempotentResult.Replayed<>("booked " + key));

        assertThat(application.bookings(key)).isOne();
        assertThat(application.record(key).orElseThrow().state()).isEqualTo(State.COMPLETED);
    }

    @ParameterizedTest
    @EnumSource
    void a_record_of_one_way_answers_calls_in_all_others(Way way) {
        application.book(way, key);

        for (Way other : Way.values()) {
            assertThat(application.book(other, key)).isEqualTo(new IdempotentResult.Replayed<>("booked " + key));
        }
    }

    @ParameterizedTest
    @EnumSource
    void of_twenty_first_calls_one_runs_and_all_others_are_told_so(Way way) throws Exception {
        assertOneRuns(way);
    }

    @ParameterizedTest
    @EnumSource
    void of_twenty_calls_after_a_failure_one_runs(Way way) throws Exception {
        assertThatThrownBy(() -> application.run(
                        Way.LEASE,
                        key,
                        call -> call.run(String.class, () -> {
                            throw new IllegalStateException("planted");
                        })))
                .hasMessage("planted");
        assertThat(application.record(key).orElseThrow().state()).isEqualTo(State.FAILED_RETRYABLE);

        assertOneRuns(way);
    }

    @Test
    void of_twenty_calls_that_take_over_from_a_lost_one_one_runs() throws Exception {
        loseTheLease();
        List<Callable<IdempotentResult<String>>> calls = Collections.nCopies(
                CALLS, () -> application.call(key).repeatableLease().run(String.class, () -> application.work(key)));

        assertOneRan(AtOnce.call(calls));
    }

    @ParameterizedTest
    @EnumSource
    void no_call_runs_in_place_of_a_lost_one_whose_outcome_is_unknown(Way way) {
        loseTheLease();
        application
                .beside()
                .sql("UPDATE idempotency_record SET take_over = false WHERE key = ?")
                .param(key)
                .update();

        assertThat(application.book(way, key)).isInstanceOf(IdempotentResult.Unknown.class);
        assertThat(application.bookings(key)).isZero();
    }

    /** As if the process had died in the middle of its work. */
    private void loseTheLease() {
        application.call(key).repeatableLease().run(() -> {});
        application.beside().sql("""
                        UPDATE idempotency_record
                        SET state = 'in_progress', lease_until = clock_timestamp() - interval '1 second', finished_at = NULL,
                            response_version = NULL, response_status = NULL, response_headers = NULL, response_body = NULL
                        WHERE key = ?""").param(key).update();
    }

    private void assertOneRuns(Way way) throws Exception {
        List<Callable<IdempotentResult<String>>> calls = Collections.nCopies(CALLS, () -> application.book(way, key));

        assertOneRan(AtOnce.call(calls));
        assertThat(application.book(way, key)).isInstanceOf(IdempotentResult.Replayed.class);
    }

    private void assertOneRan(List<IdempotentResult<String>> results) {
        assertThat(results).filteredOn(IdempotentResult.Ran.class::isInstance).hasSize(1);
        assertThat(results)
                .filteredOn(result -> result instanceof IdempotentResult.InProgress
                        || result.equals(new IdempotentResult.Replayed<>("booked " + key)))
                .hasSize(CALLS - 1);
        assertThat(application.bookings(key)).isOne();
    }

    /**
     * Eight threads call, fail and forget a few keys at random. Whoever runs counts on a plain, unsynchronised counter: two that
     * run at a time would lose a count.
     */
    @ParameterizedTest
    @EnumSource
    void nobody_ever_runs_beside_another_call_of_the_key(Way way) throws Exception {
        int[] counters = new int[3];
        List<Callable<int[]>> threads = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            Random random = new Random(i);
            threads.add(() -> hammer(way, random, counters));
        }

        List<int[]> runs = AtOnce.call(threads);

        for (int each = 0; each < counters.length; each++) {
            int at = each;
            assertThat(counters[each])
                    .isEqualTo(runs.stream().mapToInt(run -> run[at]).sum());
        }
        assertThat(counters[0]).isPositive();
    }

    private int[] hammer(Way way, Random random, int[] counters) {
        int[] ran = new int[counters.length];
        for (int i = 0; i < 40; i++) {
            int each = random.nextInt(counters.length);
            String hammered = key + each;
            boolean fails = random.nextBoolean();
            try {
                application.run(
                        way,
                        hammered,
                        call -> call.run(String.class, () -> {
                            counters[each]++;
                            ran[each]++;
                            if (fails) {
                                throw new IllegalStateException("planted");
                            }
                            return "done";
                        }));
            } catch (IllegalStateException planted) {
                assertThat(planted).hasMessage("planted");
            } catch (StoreException.NotApplied changedTooOften) {
                continue;
            }
            application
                    .bean(IdempotencyOperations.class)
                    .evict(TemplateApplication.id(hammered), new OperatorDecision("tester", "hammered"));
        }
        return ran;
    }

    @ParameterizedTest
    @EnumSource
    void a_value_comes_back_as_it_was(Way way) {
        String value = "grün 💚 \u0000\n\"\\ " + "x".repeat(50_000);
        application.run(way, key, call -> call.run(String.class, () -> value));

        assertThat(application.run(way, key, call -> call.run(String.class, () -> "another")))
                .isEqualTo(new IdempotentResult.Replayed<>(value));
    }

    @ParameterizedTest
    @EnumSource
    void a_value_that_was_not_kept_is_unavailable_and_never_a_second_run(Way way) {
        application.run(
                way,
                key,
                call -> call.run(String.class, () -> {
                    application.work(key);
                    return "x".repeat(200_000);
                }));

        assertThat(application.book(way, key)).isEqualTo(new IdempotentResult.Unavailable<>());
        assertThat(application.bookings(key)).isOne();
    }

    @ParameterizedTest
    @EnumSource
    void a_value_that_a_newer_version_has_written_is_unavailable_and_never_a_second_run(Way way) {
        application.book(way, key);
        application
                .beside()
                .sql("UPDATE idempotency_record SET response_version = 99 WHERE key = ?")
                .param(key)
                .update();

        assertThat(application.book(way, key)).isEqualTo(new IdempotentResult.Unavailable<>());
        assertThat(application.bookings(key)).isOne();
    }

    @ParameterizedTest
    @EnumSource
    void the_key_of_another_request_is_refused(Way way) {
        application.book(way, key);

        assertThat(way.around(application, () -> {
                    KeyedOperation other = application.call(key).request("another");
                    return way.of(other).run(String.class, () -> application.work(key));
                }))
                .isEqualTo(new IdempotentResult.Reused<>());
        assertThat(application.bookings(key)).isOne();
    }

    @ParameterizedTest
    @EnumSource
    void after_work_that_threw_the_next_call_runs(Way way) {
        assertThatThrownBy(() -> fail(way, new IllegalStateException("planted")))
                .hasMessage("planted");

        assertThat(application.bookings(key)).isEqualTo(way == Way.LEASE ? 1 : 0);
        assertThat(application.record(key).map(IdempotencyRecord::state))
                .isEqualTo(Optional.ofNullable(way == Way.LEASE ? State.FAILED_RETRYABLE : null));
        assertThat(application.book(way, key)).isInstanceOf(IdempotentResult.Ran.class);
    }

    /** Under a lease nobody can know; in a transaction it is undone. */
    @ParameterizedTest
    @EnumSource
    void after_work_of_unknown_outcome_nothing_runs_unless_it_was_undone(Way way) {
        assertThatThrownBy(() -> fail(way, new OutcomeUnknownException("planted")))
                .hasMessage("planted");

        assertThat(application.book(way, key))
                .isInstanceOf(way == Way.LEASE ? IdempotentResult.Unknown.class : IdempotentResult.Ran.class);
        assertThat(application.bookings(key)).isOne();
    }

    private void fail(Way way, RuntimeException planted) {
        application.run(
                way,
                key,
                call -> call.run(String.class, () -> {
                    application.work(key);
                    throw planted;
                }));
    }

    @ParameterizedTest
    @EnumSource
    void a_key_past_its_retention_is_new(Way way) {
        application.book(way, key);
        application
                .beside()
                .sql("UPDATE idempotency_record SET expires_at = clock_timestamp() - interval '1 second' WHERE key = ?")
                .param(key)
                .update();

        assertThat(application.book(way, key)).isInstanceOf(IdempotentResult.Ran.class);
        assertThat(application.bookings(key)).isEqualTo(2);
    }

    @ParameterizedTest
    @EnumSource
    void the_work_finds_the_keys_of_its_run_and_nobody_else_does(Way way) {
        AtomicReference<String> seen = new AtomicReference<>();
        application.run(
                way,
                key,
                call -> call.run(String.class, () -> {
                    seen.set(IdempotencyContext.current().orElseThrow().downstreamKey("charge"));
                    return "done";
                }));

        IdempotencyRecord record = application.record(key).orElseThrow();
        assertThat(seen).hasValue(new DownstreamKeys(record.id(), record.fingerprint()).forStep("charge"));
        assertThat(IdempotencyContext.current()).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void a_caller_who_wants_a_value_or_nothing_gets_one(Way way) {
        for (int i = 0; i < 2; i++) {
            String value = way.around(
                    application,
                    () -> way.of(application.call(key)).runOrThrow(String.class, () -> application.work(key)));
            assertThat(value).isEqualTo("booked " + key);
        }
        application
                .beside()
                .sql("UPDATE idempotency_record SET response_version = 99 WHERE key = ?")
                .param(key)
                .update();
        assertThatThrownBy(() -> way.around(
                        application,
                        () -> way.of(application.call(key)).runOrThrow(String.class, () -> application.work(key))))
                .isInstanceOf(IdempotencyException.Unavailable.class);
        assertThat(application.bookings(key)).isOne();
    }
}
