package dev.idempotency.jdbc.internal.batch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.idempotency.core.store.StoreException;
import dev.idempotency.jdbc.OtherSession;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class WriteBatcherTest {

    private static final BatchLimits PATIENT = new BatchLimits(1, 64, Duration.ofMinutes(1));

    private final WaitingThreads threads = new WaitingThreads();
    private final List<List<String>> written = Collections.synchronizedList(new ArrayList<>());
    private final List<Thread> writing = Collections.synchronizedList(new ArrayList<>());
    private final CountDownLatch first = new CountDownLatch(1);

    @AfterEach
    void stop() {
        first.countDown();
        threads.close();
    }

    @Test
    void a_lone_write_goes_straight_through_on_its_own_thread() {
        WriteBatcher<String, String> writes = new WriteBatcher<>(PATIENT, this::alone, this::together);

        assertThat(writes.write("a")).isEqualTo("a alone");
        assertThat(writes.write("b")).isEqualTo("b alone");

        assertThat(writing).containsOnly(Thread.currentThread());
    }

    @Test
    void writes_that_wait_for_another_share_one() throws Exception {
        WriteBatcher<String, String> writes = new WriteBatcher<>(PATIENT, this::alone, this::together);
        CompletableFuture<String> held = held(writes);
        CompletableFuture<String> a = queued(writes, "a");
        CompletableFuture<String> b = queued(writes, "b");
        CompletableFuture<String> c = queued(writes, "c");
        first.countDown();

        assertThat(List.of(held.get(), a.get(), b.get(), c.get()))
                .containsExactly("held alone", "a shared", "b shared", "c shared");
        assertThat(written).containsExactly(List.of("held"), List.of("a", "b", "c"));
        assertThat(writes.write("later")).isEqualTo("later alone");
    }

    @Test
    void an_answer_that_is_lost_is_lost_for_each() throws Exception {
        WriteBatcher<String, String> writes = new WriteBatcher<>(
                PATIENT, this::alone, failing(new StoreException.AnswerLost("silence", new SQLException())));
        held(writes);
        List<CompletableFuture<String>> both = List.of(queued(writes, "a"), queued(writes, "b"));
        first.countDown();

        for (CompletableFuture<String> each : both) {
            assertThatThrownBy(each::get)
                    .isInstanceOf(ExecutionException.class)
                    .hasCauseInstanceOf(StoreException.AnswerLost.class);
        }
    }

    @Test
    void a_database_that_is_not_reached_is_not_asked_again_by_each() throws Exception {
        WriteBatcher<String, String> writes = new WriteBatcher<>(
                PATIENT,
                this::alone,
                failing(StoreException.NotApplied.away("away", new SQLException("away", "08001"))));
        held(writes);
        List<CompletableFuture<String>> both = List.of(queued(writes, "a"), queued(writes, "b"));
        first.countDown();

        for (CompletableFuture<String> each : both) {
            assertThatThrownBy(each::get)
                    .cause()
                    .isInstanceOfSatisfying(
                            StoreException.NotApplied.class,
                            failure -> assertThat(failure.isAway()).isTrue());
        }
        assertThat(written).containsExactly(List.of("held"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"55P03", "22021", "23514", "40001", "40P01", "57014"})
    void one_that_is_blocked_or_refused_does_not_fail_the_others(String state) throws Exception {
        StoreException blocked = new StoreException.NotApplied("blocked", new SQLException("blocked", state));
        Function<String, String> alone = item -> {
            if (item.equals("b")) {
                throw blocked;
            }
            return alone(item);
        };
        WriteBatcher<String, String> writes = new WriteBatcher<>(PATIENT, alone, failing(blocked));
        held(writes);
        CompletableFuture<String> a = queued(writes, "a");
        CompletableFuture<String> b = queued(writes, "b");
        CompletableFuture<String> c = queued(writes, "c");
        first.countDown();

        assertThat(a.get()).isEqualTo("a alone");
        assertThat(c.get()).isEqualTo("c alone");
        assertThatThrownBy(b::get).hasCause(blocked);
    }

    @Test
    void a_bug_in_a_shared_write_strands_nobody() throws Exception {
        WriteBatcher<String, String> writes = new WriteBatcher<>(PATIENT, this::alone, items -> {
            throw new IllegalStateException("a bug");
        });
        held(writes);
        CompletableFuture<String> a = queued(writes, "a");
        CompletableFuture<String> b = queued(writes, "b");
        first.countDown();

        assertThatThrownBy(a::get).hasCauseInstanceOf(IllegalStateException.class);
        assertThat(b.get()).isEqualTo("b alone");
        assertThat(writes.write("later")).isEqualTo("later alone");
    }

    @Test
    void a_write_that_is_stuck_holds_up_nobody_for_long() throws Exception {
        WriteBatcher<String, String> writes =
                new WriteBatcher<>(new BatchLimits(1, 64, Duration.ofMillis(20)), this::alone, this::together);
        CompletableFuture<String> held = held(writes);

        assertThat(writes.write("a")).isEqualTo("a alone");
        assertThat(held).isNotDone();
    }

    @Test
    void an_interrupt_is_kept_for_whoever_waits_and_costs_nobody_the_write() throws Exception {
        WriteBatcher<String, String> writes = new WriteBatcher<>(PATIENT, this::alone, this::together);
        held(writes);
        CompletableFuture<Boolean> interrupted = threads.queued(() -> {
            writes.write("a");
            return Thread.currentThread().isInterrupted();
        });
        threads.last().interrupt();
        CompletableFuture<String> b = queued(writes, "b");
        first.countDown();

        assertThat(interrupted.get()).isTrue();
        assertThat(b.get()).isEqualTo("b shared");
    }

    @Test
    void no_batch_is_larger_than_allowed() throws Exception {
        WriteBatcher<String, String> writes =
                new WriteBatcher<>(new BatchLimits(1, 2, Duration.ofMinutes(1)), this::alone, this::together);
        held(writes);
        List<CompletableFuture<String>> five = Stream.of("a", "b", "c", "d", "e")
                .map(item -> queued(writes, item))
                .toList();
        first.countDown();

        five.forEach(CompletableFuture::join);
        assertThat(written).containsExactly(List.of("held"), List.of("a", "b"), List.of("c", "d"), List.of("e"));
    }

    private String alone(String item) {
        writing.add(Thread.currentThread());
        written.add(List.of(item));
        if (item.equals("held")) {
            awaitUninterruptibly();
        }
        return item + " alone";
    }

    private void awaitUninterruptibly() {
        try {
            first.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private List<String> together(List<String> items) {
        written.add(items);
        return items.stream().map(item -> item + " shared").toList();
    }

    private static Function<List<String>, List<String>> failing(StoreException failure) {
        return items -> {
            throw failure;
        };
    }

    /** One that is at it until the test says so. */
    private CompletableFuture<String> held(WriteBatcher<String, String> writes) {
        CompletableFuture<String> held = threads.async(() -> writes.write("held"));
        OtherSession.await(() -> !written.isEmpty(), "the first write");
        return held;
    }

    private CompletableFuture<String> queued(WriteBatcher<String, String> writes, String item) {
        return threads.queued(() -> writes.write(item));
    }
}
