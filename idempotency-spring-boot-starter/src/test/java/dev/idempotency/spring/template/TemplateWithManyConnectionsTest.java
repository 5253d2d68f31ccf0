package dev.idempotency.spring.template;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idempotency.core.template.IdempotentResult;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class TemplateWithManyConnectionsTest extends WaysOfTemplate {

    TemplateWithManyConnectionsTest() {
        super(20);
    }

    @ParameterizedTest
    @EnumSource
    void a_call_in_any_way_meets_one_that_still_runs(Way way) {
        application.run(
                way,
                key,
                call -> call.run(String.class, () -> {
                    for (Way other : Way.values()) {
                        if (way == Way.LEASE || other != Way.LEASE) {
                            assertThat(elsewhere(() -> application.book(other, key)))
                                    .isInstanceOfSatisfying(
                                            IdempotentResult.InProgress.class,
                                            running -> assertThat(running.retryAfter())
                                                    .isPositive());
                        }
                    }
                    return application.work(key);
                }));

        assertThat(application.bookings(key)).isOne();
    }

    @ParameterizedTest
    @EnumSource
    void a_call_that_waits_gets_the_value_of_the_one_that_runs(Way way) {
        CompletableFuture<IdempotentResult<String>> waiting = new CompletableFuture<>();
        application.run(
                way,
                key,
                call -> call.run(String.class, () -> {
                    Thread waiter = new Thread(() -> waiting.complete(way.around(
                            application,
                            () -> way.of(application.call(key).waitAtMost(Duration.ofSeconds(30)))
                                    .run(String.class, () -> application.work(key)))));
                    waiter.start();
                    while (waiter.getState() != Thread.State.TIMED_WAITING) {
                        Thread.onSpinWait();
                    }
                    return application.work(key);
                }));

        assertThat(waiting.join()).isEqualTo(new IdempotentResult.Replayed<>("booked " + key));
        assertThat(application.bookings(key)).isOne();
    }

    private static <R> R elsewhere(Supplier<R> caller) {
        return CompletableFuture.supplyAsync(caller).join();
    }
}
