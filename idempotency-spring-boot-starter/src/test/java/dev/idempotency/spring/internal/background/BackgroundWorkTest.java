package dev.idempotency.spring.internal.background;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class BackgroundWorkTest {

    private static final Duration OFTEN = Duration.ofMillis(5);

    private final AtomicInteger times = new AtomicInteger();

    @Test
    void a_chore_that_fails_is_done_again() {
        BackgroundWork work = new BackgroundWork(
                List.of(new BackgroundTask("failing", OFTEN, () -> {
                    times.incrementAndGet();
                    throw new IllegalStateException("planted");
                })),
                false);

        work.start();
        await().untilAtomic(times, count -> assertThat(count).isGreaterThan(2));
        work.stop();

        assertThat(work.lastSuccesses()).isEmpty();
    }

    @Test
    void a_slow_chore_keeps_no_other_from_its_work() {
        CountDownLatch never = new CountDownLatch(1);
        BackgroundWork work = new BackgroundWork(
                List.of(
                        new BackgroundTask("slow", OFTEN, () -> waitFor(never)),
                        new BackgroundTask("quick", OFTEN, times::incrementAndGet)),
                false);

        work.start();
        await().untilAtomic(times, count -> assertThat(count).isGreaterThan(2));

        assertThat(work.lastSuccesses()).containsOnlyKeys("quick");
        never.countDown();
        work.stop();
    }

    @Test
    void nothing_is_done_after_the_stop_and_all_of_it_after_another_start() {
        BackgroundWork work =
                new BackgroundWork(List.of(new BackgroundTask("counting", OFTEN, times::incrementAndGet)), false);
        work.start();
        await().untilAtomic(times, count -> assertThat(count).isPositive());
        work.stop();
        int stopped = times.get();

        assertThat(work.isRunning()).isFalse();
        assertThat(times).hasValue(stopped);
        work.start();
        await().untilAtomic(times, count -> assertThat(count).isGreaterThan(stopped));
        work.stop();
    }

    @Test
    void a_pause_of_nothing_is_refused() {
        assertThatIllegalArgumentException().isThrownBy(() -> new BackgroundTask("restless", Duration.ZERO, () -> {}));
    }

    private static void waitFor(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
